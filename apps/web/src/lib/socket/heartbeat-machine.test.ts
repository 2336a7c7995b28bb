import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRID_RULES } from './grid-socket.ts'
import { type HeartbeatEvent, type HeartbeatState, IDLE, stepHeartbeat } from './heartbeat-machine.ts'
import { NOTICE_RULES } from './notice-socket.ts'

const EVENTS: readonly HeartbeatEvent[] = ['start', 'stop', 'opened', 'replied', 'failed', 'lost', 'due', 'wake']

/** Plays events and returns the last state with all effects. */
function play(events: readonly HeartbeatEvent[], rules = NOTICE_RULES) {
  let state: HeartbeatState = IDLE
  const done = events.flatMap((event) => {
    const step = stepHeartbeat(state, event, rules)
    state = step.state
    return step.effects.map((effect) => (effect.do === 'timer' ? `timer ${effect.ms}` : effect.do))
  })
  return { state, done }
}

describe('a socket with heartbeats', () => {
  it('rests after opening and after each reply, then sends a heartbeat and awaits the reply', () => {
    expect(play(['start', 'opened', 'replied', 'due']).done.join(', ')).toBe(
      'clearTimer, connect, timer 20000, timer 20000, beat, timer 40000',
    )
  })

  it('sends a heartbeat at once where its rules say so', () => {
    expect(play(['start', 'opened', 'replied'], GRID_RULES).done.slice(2)).toEqual([
      'beat',
      'timer 6000',
      'timer 10000',
    ])
  })

  it('treats an unresponsive connection as lost', () => {
    const { state, done } = play(['start', 'opened', 'due'], GRID_RULES)
    expect(state.phase).toBe('waiting')
    expect(done.slice(-2)).toEqual(['hangUp', 'timer 5000'])
  })

  it('gives up after five consecutive errors, not after five in total', () => {
    const failing: HeartbeatEvent[] = ['failed', 'due', 'failed', 'due', 'failed', 'due', 'failed', 'due']
    expect(play(['start', ...failing, 'failed']).state).toMatchObject({ phase: 'closed', errors: 5 })
    expect(play(['start', ...failing, 'opened', 'failed']).state).toMatchObject({ phase: 'waiting', errors: 1 })
  })

  it('resyncs after a loss, not after the first opening', () => {
    expect(play(['start', 'opened']).done).not.toContain('resync')
    expect(play(['start', 'opened', 'lost', 'due', 'opened']).done).toContain('resync')
    expect(play(['start', 'failed', 'due', 'opened']).done).toContain('resync')
  })

  it('restarts manually after giving up, with its errors reset', () => {
    const gaveUp: HeartbeatEvent[] = ['start', ...Array.from({ length: 5 }, () => ['failed', 'due'] as const).flat()]
    expect(play([...gaveUp, 'wake']).state).toEqual({ phase: 'connecting', errors: 0, hasMissed: true })
  })

  it('ignores all events after its stop', () => {
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

  it('sets a timer in every phase that needs one, and none elsewhere', () => {
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
