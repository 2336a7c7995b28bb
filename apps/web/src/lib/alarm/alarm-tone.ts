/** Two falling notes and a pause, looped: audible across a room and distinct from a telephone. */
const NOTES_HZ = [880, 660] as const
const NOTE_S = 0.22
const LOOP_MS = 1_600
const VOLUME = 0.25
/** Avoids a click at the edge of a note. */
const RAMP_S = 0.02

/** State of the tone: browsers block sound until the user has interacted with the page. */
export type ToneState = 'silent' | 'playing' | 'blocked'

function playOnce(audio: AudioContext): void {
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const from = audio.currentTime + index * NOTE_S
    const note = audio.createOscillator()
    const gain = audio.createGain()
    note.frequency.value = hertz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + RAMP_S)
    gain.gain.linearRampToValueAtTime(0, from + NOTE_S)
    note.connect(gain).connect(audio.destination)
    note.start(from)
    note.stop(from + NOTE_S)
  }
}

/** Runs in only one of several open consoles. Resolves when the signal aborts. */
async function inOneTab(signal: AbortSignal, work: () => void): Promise<void> {
  const hold = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      work()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  // Web locks need a secure context; without them every tab sounds.
  if (navigator.locks === undefined) return hold()
  await navigator.locks.request('natim-alarm-tone', { signal }, hold)
}

/**
 * Starts the looping tone; the returned function stops it. `onState` reports whether it is audible: if the browser
 * blocks sound, playback is retried on every user interaction.
 */
export function startTone(onState: (state: ToneState) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const begin = () => {
    if (typeof AudioContext === 'undefined') return onState('blocked')
    const audio = new AudioContext()
    const sound = () => {
      const isHeard = audio.state === 'running'
      onState(isHeard ? 'playing' : 'blocked')
      if (isHeard) playOnce(audio)
    }
    const wake = () => void audio.resume().then(sound, () => undefined)
    const timer = setInterval(sound, LOOP_MS)
    for (const type of ['pointerdown', 'keydown']) {
      // No resume needed once it is running.
      document.addEventListener(type, () => audio.state !== 'running' && wake(), { signal })
    }
    wake()
    sound()
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      void audio.close()
    })
  }
  // Aborted while waiting for the lock.
  inOneTab(signal, begin).catch(() => undefined)
  return () => {
    ending.abort()
    onState('silent')
  }
}
