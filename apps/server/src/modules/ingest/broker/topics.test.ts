import { describe, expect, it } from 'vitest'
import { mayLeaveWill, maySubscribe, parseUpTopic } from './topics.ts'

describe('parseUpTopic', () => {
  it.each([
    ['dt/GT-3205/tele', { clientId: 'GT-3205', childId: undefined, kind: 'tele' }],
    ['dt/GT-3205/blob/spectrum', { clientId: 'GT-3205', childId: undefined, kind: 'blob/spectrum' }],
    ['dt/GW-0001/sub/GT-3205/batch', { clientId: 'GW-0001', childId: 'GT-3205', kind: 'batch' }],
  ])('reads %s', (topic, expected) => {
    expect(parseUpTopic(topic)).toEqual(expected)
  })

  it.each([
    'dt/GT-3205',
    'dt/GT-3205/',
    'dt/GT-3205/other',
    'dt/GT-3205/tele/more',
    'dt/+/tele',
    'dt/GT-3205/blob/',
    'dt/GW-0001/sub/GT-3205/blob/spectrum',
    'dt/GW-0001/sub//tele',
    'dn/GT-3205/cmd',
    '$SYS/x',
    '',
  ])('refuses %j', (topic) => {
    expect(parseUpTopic(topic)).toBeUndefined()
  })
})

describe('maySubscribe', () => {
  it.each([
    ['dn/GT-3205/cmd', true],
    ['dn/GT-3205/#', true],
    ['dn/GT-3205/+', true],
    ['dn/GT-32/cmd', false],
    ['dn/GT-32050/cmd', false],
    ['dn/+/cmd', false],
    ['dn/#', false],
    ['#', false],
    ['dt/GT-3205/tele', false],
    ['$SYS/#', false],
  ])('%s: %s', (filter, expected) => {
    expect(maySubscribe('GT-3205', filter)).toBe(expected)
  })
})

it("allows a last will only on the device's own state", () => {
  expect(mayLeaveWill('GT-3205', 'dt/GT-3205/state')).toBe(true)
  expect(mayLeaveWill('GT-3205', 'dt/GT-3205/tele')).toBe(false)
  expect(mayLeaveWill('GT-3205', 'dt/GT-3206/state')).toBe(false)
})
