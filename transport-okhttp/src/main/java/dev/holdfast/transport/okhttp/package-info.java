/**
 * The transport on OkHttp, for those who want its speed on blocking threads, its proxies or its
 * certificates: {@link dev.holdfast.transport.okhttp.OkHttpTransport}.
 */
@NullMarked
package dev.holdfast.transport.okhttp;

import org.jspecify.annotations.NullMarked;
