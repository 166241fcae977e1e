package dev.holdfast.guide;

import static java.util.Map.entry;

import java.util.Map;

/** Every sample that prints, by the name that pages call it. */
final class Samples {
  static final Map<String, Runnable> ALL =
      Map.ofEntries(
          entry("CallsSample#in_short", CallsSample::in_short),
          entry("CallsSample#first", CallsSample::first),
          entry("CallsSample#lists", CallsSample::lists),
          entry("CallsSample#raw", CallsSample::raw),
          entry("CallsSample#plugin", CallsSample::plugin),
          entry("CallsSample#adapter", CallsSample::adapter),
          entry("CallsSample#estimate", CallsSample::estimate),
          entry("ErrorsSample#fields", ErrorsSample::fields),
          entry("ErrorsSample#what_to_do", ErrorsSample::what_to_do),
          entry("ErrorsSample#sent", ErrorsSample::sent),
          entry("JdbcSample#restart", JdbcSample::restart),
          entry("MetricsSample#meters", MetricsSample::meters),
          entry("PluginsSample#outage", PluginsSample::outage),
          entry("PluginsSample#own_store", PluginsSample::own_store),
          entry("PluginsSample#cache", PluginsSample::cache),
          entry("PluginsSample#budget", PluginsSample::budget),
          entry("PluginsSample#redact", PluginsSample::redact),
          entry("PluginsSample#audit", PluginsSample::audit),
          entry("PluginsSample#alerts", PluginsSample::alerts),
          entry("RateBudgetSample#stated", RateBudgetSample::stated),
          entry("RateBudgetSample#after_a_429", RateBudgetSample::after_a_429),
          entry("RateBudgetSample#deadline", RateBudgetSample::deadline),
          entry("RateBudgetSample#asked_too_long", RateBudgetSample::asked_too_long),
          entry("RetriesSample#by_default", RetriesSample::by_default),
          entry("RetriesSample#what_is_retried", RetriesSample::what_is_retried),
          entry("RetriesSample#retry_after", RetriesSample::retry_after),
          entry("RetriesSample#five_options", RetriesSample::five_options),
          entry("RetriesSample#on_one_call", RetriesSample::on_one_call),
          entry("RetriesSample#writes", RetriesSample::writes),
          entry("RetriesSample#guard", RetriesSample::guard),
          entry("RetriesSample#async", RetriesSample::async),
          entry("TestingSample#script", TestingSample::script),
          entry("TestingSample#a_day", TestingSample::a_day),
          entry("TestingSample#memory", TestingSample::memory),
          entry("TestingSample#hooks", TestingSample::hooks),
          entry("TracingSample#trace", TracingSample::trace));

  private Samples() {}
}
