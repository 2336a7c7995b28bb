import { KIOSK_PATH } from './paths.ts'

/** A wall that shows itself without anybody being signed in: its token stands behind the # of its address, which is sent to nobody. */
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

/** Undefined where people sign in; it does not change while the page is there. */
export const kioskMode = (): KioskMode | undefined => mode
