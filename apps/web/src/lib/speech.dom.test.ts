import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { configure } from './config.ts'
import { speak } from './speech.ts'

class Utterance extends EventTarget {
  lang = ''
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

const spoken: Utterance[] = []
const played: string[] = []
let audioFails = false

class StubAudio extends EventTarget {
  constructor(url: string) {
    super()
    played.push(url)
  }
  async play(): Promise<void> {
    if (audioFails) throw new DOMException('not allowed', 'NotAllowedError')
    queueMicrotask(() => this.dispatchEvent(new Event('ended')))
  }
}

beforeEach(() => {
  spoken.length = 0
  played.length = 0
  audioFails = false
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', { speak: (utterance: Utterance) => spoken.push(utterance) })
  vi.stubGlobal('Audio', StubAudio)
})
afterEach(() => configure({}))

describe('reading aloud', () => {
  it("uses the browser's voice, in Chinese", async () => {
    const said = speak(' 限值表已更新 ')
    await eventually(() => expect(spoken).toHaveLength(1))
    expect([spoken[0]?.text, spoken[0]?.lang]).toEqual(['限值表已更新', 'zh-CN'])
    spoken[0]?.dispatchEvent(new Event('end'))
    await said
    expect(played).toEqual([])
  })

  it('asks the configured service with the encoded text, and no other', async () => {
    configure({ ttsUrl: 'https://tts.example/say?t={text}&v=1' })
    await speak('A&B 区 报警')
    expect(played).toEqual([`https://tts.example/say?t=${encodeURIComponent('A&B 区 报警')}&v=1`])
    expect(spoken).toEqual([])
  })

  it('is silent for an empty text and where no speech is available', async () => {
    await speak('  ')
    expect(spoken).toEqual([])
    vi.stubGlobal('speechSynthesis', undefined)
    await speak('没有声音')
    configure({ ttsUrl: '/tts?{text}' })
    audioFails = true
    await speak('不允许播放')
  })

  it('speaks the same text in only one of several open consoles', async () => {
    let isHeld = false
    vi.stubGlobal('navigator', {
      ...navigator,
      locks: {
        request: async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) => {
          if (isHeld) return work(null)
          isHeld = true
          await work({})
          isHeld = false
        },
      },
    })
    const first = speak('同一条')
    const second = speak('同一条')
    await second
    expect(spoken).toHaveLength(1)
    spoken[0]?.dispatchEvent(new Event('end'))
    await first
  })
})
