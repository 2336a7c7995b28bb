import { type AlarmCounts, alarmEndpoints } from '@natim/contract/mon/alarm'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useAlarmSound } from '@/lib/alarm/alarm-sound.ts'
import { buildAlarm, buildCounts } from '@/testing/build-alarm.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { AlarmSoundSlot, AlarmStrip } from './alarm-strip.tsx'

/** Records what is played; the audio is stubbed. */
let audioState: AudioContextState = 'running'
const heard: number[] = []
class StubAudio {
  currentTime = 0
  destination = {}
  get state() {
    return audioState
  }
  resume = () => Promise.resolve()
  close = () => Promise.resolve()
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    connect: () => undefined,
  })
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: (from: number) => void heard.push(from),
    stop: () => undefined,
  })
}

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
let counts: AlarmCounts
const spoken: string[] = []
beforeEach(() => {
  api = stubApi()
  live = stubLiveSocket()
  counts = buildCounts()
  api.on(alarmEndpoints.counts, () => counts)
  heard.length = 0
  spoken.length = 0
  audioState = 'running'
  useAlarmSound.setState({ isOn: false, isSpoken: false, mutedUntilMs: 0 })
  vi.stubGlobal('AudioContext', StubAudio)
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class extends EventTarget {
      lang = ''
      readonly text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    },
  )
  vi.stubGlobal('speechSynthesis', { speak: ({ text }: { text: string }) => spoken.push(text) })
})

const strip = (
  <>
    <AlarmStrip />
    <AlarmSoundSlot />
  </>
)
const show = (options?: Parameters<typeof renderPage>[1]) => renderPage(strip, options)
const turnOn = async (user: ReturnType<typeof renderPage>['user']) => {
  await user.click(await screen.findByRole('button', { name: '报警声音：关' }))
  await user.click(screen.getByRole('checkbox', { name: '1–2 级未确认时响铃' }))
}

describe('the alarm strip', () => {
  it('counts unacknowledged alarms and links to them', async () => {
    const { user } = show({ path: '/' })
    await user.click(await screen.findByRole('link', { name: '2 级 重大 未确认 2' }))
    expect(decodeURIComponent(window.location.search)).toContain('{"filters":{"view":"unacked","severity":"2"}}')
  })

  it('keeps the place of a level without alarms', async () => {
    show()
    expect((await screen.findByRole('link', { name: '5 级 提示 未确认 0' })).dataset['zero']).toBe('true')
    expect(screen.getAllByRole('link')).toHaveLength(5)
  })

  it('follows the live feed', async () => {
    show()
    await screen.findByRole('link', { name: '1 级 特别重大 未确认 1' })
    counts = buildCounts({ unacked: [2, 2, 2, 0, 0] })
    live.sendAlarms([{ eid: 5, ev: 'raise', a: buildAlarm({ severity: 1 }) }])
    expect(await screen.findByRole('link', { name: '1 级 特别重大 未确认 2' })).toBeDefined()
  })

  it('warns when the engine is late', async () => {
    counts = buildCounts({ engineLagMs: 60_001 })
    show()
    expect(await screen.findByText('报警计算滞后')).toBeDefined()
  })

  it('is absent for users who may not see alarms', () => {
    show({ rights: ['mon:device:view'] })
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(live.subscriptions()).toEqual([])
  })
})

describe('the sound', () => {
  it('is off by default, then rings while a serious alarm is unacknowledged', async () => {
    const { user } = show()
    await screen.findByRole('link', { name: '1 级 特别重大 未确认 1' })
    expect(heard).toEqual([])
    await turnOn(user)
    await waitFor(() => expect(heard.length).toBeGreaterThan(0))
    expect(screen.getByRole('button', { name: '静音，直到有新的报警' })).toBeDefined()
  })

  it('is silent for lower levels', async () => {
    counts = buildCounts({ unacked: [0, 0, 5, 9, 14] })
    const { user } = show()
    await screen.findByRole('link', { name: '3 级 较大 未确认 5' })
    await turnOn(user)
    expect(screen.getByRole('button', { name: '报警声音：开' })).toBeDefined()
    expect(heard).toEqual([])
  })

  it('ends with the acknowledgement', async () => {
    useAlarmSound.setState({ isOn: true })
    show()
    await screen.findByRole('button', { name: /^静音/ })
    counts = buildCounts({ unacked: [0, 0, 2, 0, 0] })
    live.sendAlarms([{ eid: 5, ev: 'ack', a: buildAlarm({ acked: true, state: 'acked' }) }])
    expect(await screen.findByRole('button', { name: '报警声音：开' })).toBeDefined()
  })

  it('stays muted until the next alarm is raised', async () => {
    useAlarmSound.setState({ isOn: true })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: /^静音/ }))
    expect(await screen.findByRole('button', { name: '报警声音：开' })).toBeDefined()
    // A later clock reading.
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    live.sendAlarms([{ eid: 6, ev: 'raise', a: buildAlarm({ id: '9' }) }])
    expect(await screen.findByRole('button', { name: /^静音/ })).toBeDefined()
  })

  it('is retried on user interaction when the browser blocked it', async () => {
    audioState = 'suspended'
    useAlarmSound.setState({ isOn: true })
    show()
    expect(await screen.findByText(/浏览器尚未允许声音/)).toBeDefined()
    expect(heard).toEqual([])
    audioState = 'running'
    fireEvent.pointerDown(document.body)
    await waitFor(() => expect(screen.queryByText(/浏览器尚未允许声音/)).toBeNull())
  })

  it('reads new alarms aloud where turned on', async () => {
    useAlarmSound.setState({ isOn: true, isSpoken: true })
    show()
    await screen.findByRole('button', { name: /^静音/ })
    live.sendAlarms([
      { eid: 7, ev: 'raise', a: buildAlarm() },
      { eid: 8, ev: 'raise', a: buildAlarm({ id: '8', severity: 4 }) },
    ])
    await waitFor(() => expect(spoken).toEqual(['重大报警，南京 江北新区化工园区 2#，氯气 60 min 均值超 AEGL-2']))
  })
})
