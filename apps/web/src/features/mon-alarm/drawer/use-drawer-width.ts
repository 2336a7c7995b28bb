import { useState } from 'react'
import { readStored, writeStored } from '@/lib/storage.ts'
import { useIsWide } from '@/lib/use-media.ts'

const KEY = 'NATIM_ALARM_DRAWER'
const NARROW_PX = 640
const WIDE_PX = 960

export interface DrawerWidth {
  /** px */
  readonly width: number
  readonly isWide: boolean
  /** Undefined where two columns would leave no room for the list. */
  readonly toggle: (() => void) | undefined
}

/** One column of 640 px or two of 960 px, as the user last chose. */
export function useDrawerWidth(): DrawerWidth {
  const hasRoom = useIsWide()
  const [isChosen, setIsChosen] = useState(() => readStored(KEY) === 'wide')
  const isWide = hasRoom && isChosen
  const toggle = () => {
    writeStored(KEY, isChosen ? 'narrow' : 'wide', null)
    setIsChosen(!isChosen)
  }
  return { width: isWide ? WIDE_PX : NARROW_PX, isWide, toggle: hasRoom ? toggle : undefined }
}
