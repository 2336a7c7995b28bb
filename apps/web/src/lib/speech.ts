import { ttsUrl } from './config.ts'

const LANGUAGE = 'zh-CN'

function speakHere(text: string): Promise<void> {
  const { speechSynthesis: voice } = globalThis
  if (voice === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = LANGUAGE
    utterance.addEventListener('end', () => resolve())
    // No voice installed, or no user interaction yet: silence is no failure.
    utterance.addEventListener('error', () => resolve())
    voice.speak(utterance)
  })
}

async function play(url: string): Promise<void> {
  const audio = new Audio(url)
  const ended = new Promise<void>((resolve) => {
    audio.addEventListener('ended', () => resolve())
    audio.addEventListener('error', () => resolve())
  })
  try {
    await audio.play()
    await ended
  } catch {
    // The browser plays nothing before the first user interaction.
  }
}

/** Runs in only one of several open consoles, so that an event received by all is spoken once. */
async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  // Web locks need a secure context; without them every tab speaks.
  if (navigator.locks === undefined) await work()
  else await navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? undefined : work()))
}

/**
 * Reads a text aloud (D-20): by the configured service, with the URL-encoded text replacing `{text}`, else by the
 * browser's own voice. Resolves when done; never throws. Ignores an empty text.
 */
export async function speak(text: string): Promise<void> {
  const said = text.trim()
  if (said === '') return
  const template = ttsUrl()
  await inOneTab(`natim-speech:${said}`, () =>
    template === '' ? speakHere(said) : play(template.replaceAll('{text}', encodeURIComponent(said))),
  )
}
