"""The fake clock advances from timer to timer; an alarm is set again and again."""

import math

from teahouse.service.timers import Alarm
from tests.fakes import FakeTimers


def test_the_clock_goes_to_the_next_timer_and_fires_that_one_alone() -> None:
    timers, fired = FakeTimers(), list[str]()
    timers.later(30, lambda: fired.append("late"))
    timers.later(20, lambda: fired.append("cancelled")).cancel()
    timers.later(10, lambda: fired.append("soon"))
    assert timers.due == 10
    timers.fire_one()
    assert (timers.now(), fired, timers.due) == (10, ["soon"], 30)
    timers.clear()
    assert timers.due == math.inf


def test_a_timer_set_for_now_fires_before_time_goes_on() -> None:
    timers, moments = FakeTimers(), list[float]()

    def soon() -> None:
        timers.later(0, lambda: moments.append(timers.now()))

    timers.later(10, soon)
    timers.advance(50)
    assert (moments, timers.now()) == ([10], 50)


def test_an_alarm_that_is_set_again_counts_from_then_on_and_fires_once() -> None:
    timers, moments = FakeTimers(), list[float]()
    alarm = Alarm(timers, lambda: moments.append(timers.now()))
    alarm.set(10)
    alarm.set(30)
    timers.advance(20)
    assert (alarm.is_set, moments) == (True, [])
    timers.advance(20)
    assert (alarm.is_set, moments) == (False, [30])
    alarm.set(-5)
    alarm.cancel()
    timers.advance(50)
    assert (alarm.is_set, moments) == (False, [30])
