import { KIOSK_PATH } from './paths.ts'

/** A wall shown without sign-in: its token is in the fragment of the address, which is never sent to a server. */
export interface KioskMode {
  readonly token: string
}

const TOKEN = /^#(wall_[A-Za-z0-9_-]{43})$/

const mode = readMode()

function readMode(): KioskMode | undefined {
  const { pathname, hash } = globalThis.location ?? { pathname: '', hash: '' }
  const token = TOKEN.exec(hash)?.[1]
  return pathname.startsWith(KIOSK_PATH) && token !== undefined ? { token } : undefined
}

/** Undefined outside kiosk mode; constant for the life of the page. */
export const kioskMode = (): KioskMode | undefined => mode
