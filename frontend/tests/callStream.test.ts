import { expect, test, vi } from "vitest";
import type { Alerts } from "../src/generated/wire";
import { CallStream } from "../src/lib/social/callStream";

/** A fake house that counts open streams, with a clock that the test advances. */
function house(isThere: () => Promise<boolean>) {
  const streams: { isOpen: boolean; dispatch: (type: string, event?: Event) => void }[] = [];
  const jobs: (() => void)[] = [];
  const received: Alerts[] = [];
  const open = () => {
    const listeners = new Map<string, (event: Event) => void>();
    const one = { isOpen: true, dispatch: (type: string, event = new Event(type)) => listeners.get(type)?.(event) };
    streams.push(one);
    return {
      addEventListener: (type: string, listener: (event: Event) => void) => void listeners.set(type, listener),
      close: () => (one.isOpen = false),
    };
  };
  const later = (_: number, job: () => void) => {
    jobs.push(job);
    return () => void jobs.splice(jobs.indexOf(job), 1);
  };
  const stream = new CallStream({ open, isThere, later, onCalls: (calls) => received.push(calls) });
  return { stream, streams, jobs, received, isOpen: () => streams.map((one) => one.isOpen) };
}

test("a broken stream is opened again once the house confirms the session", async () => {
  const { stream, streams, jobs, received, isOpen } = house(() => Promise.resolve(true));
  stream.open();
  streams[0]?.dispatch("calls", new MessageEvent("calls", { data: '{"told": 3}' }));
  expect(received).toEqual([{ told: 3 }]);
  streams[0]?.dispatch("error");
  expect(isOpen()).toEqual([false]);
  jobs.shift()?.();
  await vi.waitUntil(() => streams.length === 2);
  expect(isOpen()).toEqual([false, true]);
});

test("no stream is requested with an ended session", async () => {
  const isThere = vi.fn(() => Promise.resolve(false));
  const { stream, streams, jobs, isOpen } = house(isThere);
  stream.open();
  streams[0]?.dispatch("error");
  jobs.shift()?.();
  await Promise.resolve();
  expect([isThere.mock.calls.length, isOpen()]).toEqual([1, [false]]);
});

test("a stream closed while the session is checked stays closed", async () => {
  let answer: (isThere: boolean) => void = () => undefined;
  const { stream, jobs, isOpen } = house(() => new Promise((done) => (answer = done)));
  stream.openLater();
  jobs.shift()?.();
  stream.close();
  answer(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(isOpen()).toEqual([]);
});
