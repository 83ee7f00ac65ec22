import { expect, test, vi } from "vitest";
import type { Calls } from "../src/generated/wire";
import { CallStream } from "../src/lib/company/callStream";

/** A house that counts the streams that are open, with a clock that is pushed by hand. */
function house(isThere: () => Promise<boolean>) {
  const streams: { isOpen: boolean; tell: (type: string, event?: Event) => void }[] = [];
  const jobs: (() => void)[] = [];
  const heard: Calls[] = [];
  const open = () => {
    const listeners = new Map<string, (event: Event) => void>();
    const one = { isOpen: true, tell: (type: string, event = new Event(type)) => listeners.get(type)?.(event) };
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
  const stream = new CallStream({ open, isThere, later, hear: (calls) => heard.push(calls) });
  return { stream, streams, jobs, heard, isOpen: () => streams.map((one) => one.isOpen) };
}

test("a stream that broke is opened again once the house knows the person", async () => {
  const { stream, streams, jobs, heard, isOpen } = house(() => Promise.resolve(true));
  stream.open();
  streams[0]?.tell("calls", new MessageEvent("calls", { data: '{"told": 3}' }));
  expect(heard).toEqual([{ told: 3 }]);
  streams[0]?.tell("error");
  expect(isOpen()).toEqual([false]);
  jobs.shift()?.();
  await vi.waitUntil(() => streams.length === 2);
  expect(isOpen()).toEqual([false, true]);
});

test("a stream is not asked for with a session that has ended", async () => {
  const isThere = vi.fn(() => Promise.resolve(false));
  const { stream, streams, jobs, isOpen } = house(isThere);
  stream.open();
  streams[0]?.tell("error");
  jobs.shift()?.();
  await Promise.resolve();
  expect([isThere.mock.calls.length, isOpen()]).toEqual([1, [false]]);
});

test("who closes a stream while the house is asked gets none", async () => {
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
