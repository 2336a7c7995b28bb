import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const WITHIN_MS = 90_000
/** A worker terminated with its page while its code is loading never reports the end of that request. */
const WORKER_CODE = /-worker-[\w-]+\.mjs$/
/**
 * Two frames, then an idle callback: what a response triggered has been drawn. On a busy machine a page rendered in
 * pieces continues after those frames, and requests more only when it is mounted.
 */
const AT_REST = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 10_000 })))
  })

/** Tracks what a page is waiting for, which a user sees at a glance and a program does not. */
export class Pulse {
  readonly #page: Page
  readonly #open = new Set<Request>()
  /** Requests that may stay open, because a journey holds them on purpose. */
  readonly #held: RegExp[] = [WORKER_CODE]
  #begun = 0

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      this.#begun += 1
      this.#open.add(request)
    })
    const close = (request: Request) => this.#open.delete(request)
    page.on('requestfinished', close)
    page.on('requestfailed', close)
  }

  /** Requests to matching addresses may stay open from now on. */
  hold(address: RegExp): void {
    this.#held.push(address)
  }

  /**
   * Waits until nothing is being fetched and everything received is drawn. Sockets do not count.
   *
   * @throws Error listing what is pending after 90 s
   */
  async settled(): Promise<void> {
    const deadlineMs = performance.now() + WITHIN_MS
    for (;;) {
      const begun = this.#begun
      if (
        this.#waiting().length === 0 &&
        (await this.#drawn()) &&
        this.#begun === begun &&
        this.#waiting().length === 0
      )
        return
      if (performance.now() > deadlineMs)
        throw new Error(`The page still waits for ${this.#waiting().join(', ') || 'its next frame'}`)
      await pause(10)
    }
  }

  #waiting(): readonly string[] {
    const urls = [...this.#open].map((request) => request.url())
    return urls.filter((url) => !this.#held.some((address) => address.test(url)))
  }

  /** False while one document replaces another. */
  async #drawn(): Promise<boolean> {
    try {
      await this.#page.evaluate(AT_REST)
      return true
    } catch (error) {
      if (this.#page.isClosed()) throw error
      return false
    }
  }
}
