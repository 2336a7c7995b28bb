import { vi } from 'vitest'

/** One upload request with progress, pending until the test answers it. */
export interface StubUpload {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Text parts and file names. */
  readonly parts: Readonly<Record<string, string>>
  readonly isAborted: () => boolean
  readonly progress: (percent: number) => void
  /** Answers with this body; an object is sent as JSON. */
  readonly answer: (body: object, status?: number) => void
  /** Fails without an answer. */
  readonly fail: () => void
}

/** Replaces XMLHttpRequest. Uploads are listed in the order sent. */
export function stubUploads(): readonly StubUpload[] {
  const uploads: StubUpload[] = []
  class HeldRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers: Record<string, string> = {}
    #path = ''
    status = 0
    responseText = ''
    open(_method: string, address: string): void {
      this.#path = address
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getResponseHeader(): null {
      return null
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'))
    }
    send(body: FormData): void {
      let isAborted = false
      this.addEventListener('abort', () => {
        isAborted = true
      })
      const entries = [...body.entries()].map(([name, part]) => [name, typeof part === 'string' ? part : part.name])
      uploads.push({
        path: this.#path,
        headers: this.#headers,
        parts: Object.fromEntries(entries) as Record<string, string>,
        isAborted: () => isAborted,
        progress: (percent) =>
          this.upload.dispatchEvent(
            new ProgressEvent('progress', { lengthComputable: true, loaded: percent, total: 100 }),
          ),
        answer: (given, status = 200) => {
          this.status = status
          this.responseText = JSON.stringify(given)
          this.dispatchEvent(new Event('load'))
        },
        fail: () => this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
  return uploads
}

/** The server's answer for a stored file. */
export const storedAt = (path: string) => ({ success: true, code: 200, message: path, result: null })
