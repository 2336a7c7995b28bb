import { vi } from 'vitest'

/** Makes the window as narrow as a phone, until `vi.unstubAllGlobals`. */
export function stubPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('max-width: 767'), media: query }),
  )
}
