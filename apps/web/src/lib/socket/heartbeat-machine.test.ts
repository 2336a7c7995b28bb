import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRID_RULES } from './grid-socket.ts'
import { type HeartbeatEvent, type HeartbeatState, IDLE, stepHeartbeat } from './heartbeat-machine.ts'
import { NOTICE_RULES } from './notice-socket.ts'

const EVENTS: readonly HeartbeatEvent[] = ['start', 'stop', 'opened', 'replied', 'failed', 'lost', 'due', 'wake']

/** Plays events and returns the last state with everything that was to be done. */
function play(events: readonly HeartbeatEvent[], rules = NOTICE_RULES) {
  let state: HeartbeatState = IDLE
  const done = events.flatMap((event) => {
    const step = stepHeartbeat(state, event, rules)
    state = step.state
    return step.effects.map((effect) => (effect.do === 'timer' ? `timer ${effect.ms}` : effect.do))
  })
  return { state, done }
}

describe('a socket that keeps itself alive', () => {
  it('rests after opening and after each reply, then asks and waits for the answer', () => {
    expect(play(['start', 'opened', 'replied', 'due']).done.join(', ')).toBe(
      'clearTimer, connect, timer 20000, timer 20000, beat, timer 40000',
    )
  })

  it('asks at once where its rules say so', () => {
    expect(play(['start', 'opened', 'replied'], GRID_RULES).done.slice(2)).toEqual([
      'beat',
      'timer 6000',
      'timer 10000',
    ])
  })

  it('takes a connection for lost that does not answer', () => {
    const { state, done } = play(['start', 'opened', 'due'], GRID_RULES)
    expect(state.phase).toBe('waiting')
    expect(done.slice(-2)).toEqual(['hangUp', 'timer 5000'])
  })

  it('gives up with the fifth error in a row, not with the fifth of its life', () => {
    const failing: HeartbeatEvent[] = ['failed', 'due', 'failed', 'due', 'failed', 'due', 'failed', 'due']
    expect(play(['start', ...failing, 'failed']).state).toMatchObject({ phase: 'closed', errors: 5 })
    expect(play(['start', ...failing, 'opened', 'failed']).state).toMatchObject({ phase: 'waiting', errors: 1 })
  })

  it('asks for what was missed after a loss, not after its first opening', () => {
    expect(play(['start', 'opened']).done).not.toContain('resync')
    expect(play(['start', 'opened', 'lost', 'due', 'opened']).done).toContain('resync')
    expect(play(['start', 'failed', 'due', 'opened']).done).toContain('resync')
  })

  it('comes back by hand after it gave up, with its errors forgotten', () => {
    const gaveUp: HeartbeatEvent[] = ['start', ...Array.from({ length: 5 }, () => ['failed', 'due'] as const).flat()]
    expect(play([...gaveUp, 'wake']).state).toEqual({ phase: 'connecting', errors: 0, hasMissed: true })
  })

  it('does nothing after its stop, whatever still happens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS.filter((event) => event !== 'start'))), (events) => {
        expect(
          play(['start', 'stop', ...events])
            .done.slice(4)
            .filter((name) => /connect|beat|timer /.test(name)),
        ).toEqual([])
      }),
    )
  })

  it('sets a timer in every phase that waits for one, and none where nothing is to come', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
        const { state, done } = play(['start', ...events])
        const last = done.findLast((name) => name === 'clearTimer' || name.startsWith('timer'))
        const waits = state.phase === 'waiting' || state.phase === 'open' || state.phase === 'awaiting-reply'
        expect(last?.startsWith('timer')).toBe(waits)
      }),
    )
  })
})
