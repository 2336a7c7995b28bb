import type { ReadGate } from './guarded-socket.ts'

/** A gate with open and close. Waiters resume in FIFO order. */
export class Gate implements ReadGate {
  readonly #waiting = new Set<() => void>()
  #isOpen = true

  get isOpen(): boolean {
    return this.#isOpen
  }

  onOpen(callback: () => void): () => void {
    this.#waiting.add(callback)
    return () => this.#waiting.delete(callback)
  }

  set(isOpen: boolean): void {
    this.#isOpen = isOpen
    if (!isOpen) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const callback of waiting) callback()
  }
}
