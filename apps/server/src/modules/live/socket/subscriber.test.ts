import { expect, test } from 'vitest'
import { createLiveState } from '../live-state.ts'
import { channelGroup } from './group.ts'
import { createSubscriber, deliver, drain } from './subscriber.ts'
import type { Group, Key, Subscriber } from './types.ts'

/** A socket that accepts frames only while open. */
function buildPipe() {
  const frames: string[] = []
  const pipe = {
    isOpen: true,
    frames,
    hasRoom: () => pipe.isOpen,
    offer(frame: string) {
      if (pipe.isOpen) frames.push(frame)
      return pipe.isOpen
    },
  }
  return pipe
}

function buildChannelSubscriber(channelNos: readonly number[]) {
  const state = createLiveState(() => 0)
  const group = channelGroup('key', channelNos, 1, state)
  const pipe = buildPipe()
  const subscriber = createSubscriber('s', pipe)
  drain(subscriber, group)
  pipe.frames.length = 0
  const change = (channelNo: number, ts: number, v: number) => {
    state.applySample(channelNo, ts, v, 0)
    send(subscriber, group, new Set([channelNo]))
  }
  return { subscriber, group, pipe, change }
}

const send = (subscriber: Subscriber, group: Group, keys: ReadonlySet<Key>) =>
  deliver(subscriber, group, keys, group.render(subscriber.id, keys, 0))

test('a socket that keeps up gets every frame', () => {
  const { pipe, change } = buildChannelSubscriber([1, 2])
  change(1, 10, 0.5)
  change(2, 11, 7)
  expect(pipe.frames).toEqual(['{"t":"ch","id":"s","d":[[1,10,0.5,0]]}', '{"t":"ch","id":"s","d":[[2,11,7,0]]}'])
})

test('a slow socket later gets the newest value of each channel and the number it missed', () => {
  const { subscriber, group, pipe, change } = buildChannelSubscriber([1, 2])
  pipe.isOpen = false
  change(1, 10, 1)
  change(2, 10, 2)
  change(1, 20, 3)
  change(1, 30, 4)
  expect(pipe.frames).toEqual([])
  pipe.isOpen = true
  expect(drain(subscriber, group)).toBe(true)
  expect(pipe.frames).toEqual(['{"t":"ch","id":"s","d":[[2,10,2,0],[1,30,4,0]],"dropped":2}'])
  change(1, 40, 5)
  expect(pipe.frames).toHaveLength(2)
  expect(pipe.frames[1]).not.toContain('dropped')
})

test('held changes of a slow socket are bounded: the oldest are dropped and counted', () => {
  const { subscriber, group, pipe } = buildChannelSubscriber([1])
  pipe.isOpen = false
  for (let n = 0; n < 6_000; n++) send(subscriber, group, new Set([`[1,${n},0,0]`]))
  expect(subscriber.held.size).toBe(5_000)
  expect(subscriber.dropped).toBe(1_000)
  expect([...subscriber.held][0]).toBe('[1,1000,0,0]')
})

test('a snapshot that did not fit is rendered again when there is room, and nothing is sent before it', () => {
  const state = createLiveState(() => 0)
  const group = channelGroup('key', [1], 1, state)
  const pipe = buildPipe()
  pipe.isOpen = false
  const subscriber = createSubscriber('s', pipe)
  expect(drain(subscriber, group)).toBe(false)
  state.applySample(1, 10, 1, 0)
  send(subscriber, group, new Set([1]))
  pipe.isOpen = true
  expect(drain(subscriber, group)).toBe(true)
  expect(pipe.frames).toEqual(['{"t":"snap","id":"s","d":[[1,10,1,0]]}'])
})
