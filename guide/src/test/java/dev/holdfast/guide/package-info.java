/** The samples of the guide: each is shown in a page word for word, and run. */
@NullMarked
package dev.holdfast.guide;

import org.jspecify.annotations.NullMarked;
