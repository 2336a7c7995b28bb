import type { WallAlarm } from '@natim/contract/mon/wall'
import { type CornerView, cornerViews, WALL_CORNERS, type WallCorner, wallCursor, wallSpan } from '@natim/domain/wall'
import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand'
import { useTicker } from '@/ui/ticker.ts'
import { usePlayTicker } from './play-ticker.ts'
import type { WallStore, WallView } from './wall-store.ts'

export interface WallScreenFacts {
  readonly id: string
  readonly name: string
  readonly staleS: number | null
  readonly hasSound: boolean
}

interface WallContextValue {
  readonly store: WallStore
  readonly screen: WallScreenFacts
  /** Whether changes are shared; otherwise they stay in this tab. */
  readonly mayEdit: boolean
  readonly isKiosk: boolean
}

const WallContext = createContext<WallContextValue | undefined>(undefined)
export const WallProvider = WallContext

/** The wall that contains the component. */
export function useWallContext(): WallContextValue {
  const value = use(WallContext)
  if (value === undefined) throw new Error('A part of a wall stands outside of one')
  return value
}

/** Selects a part of the state; the caller re-renders only when it changes. */
export function useWall<T>(select: (state: WallView) => T): T {
  return useStore(useWallContext().store, select)
}

/** Time of the wall, a few steps per second: the server time, or the cursor of history mode. */
export function useWallClock<T extends string | number | boolean | undefined>(select: (nowMs: number) => T): T {
  const mode = useWall((state) => state.mode)
  const playback = useWall((state) => state.playback)
  const date = useWall((state) => state.selectedDate)
  const start = useWall((state) => state.startTime)
  const end = useWall((state) => state.endTime)
  const span = useMemo(
    () => (mode === 'history' ? wallSpan({ selectedDate: date, startTime: start, endTime: end }) : undefined),
    [mode, date, start, end],
  )
  const isPlaying = span !== undefined && playback.speed > 0
  const live = useTicker((nowMs) => (span === undefined ? select(nowMs) : undefined))
  const past = usePlayTicker(isPlaying, (nowMs) =>
    span === undefined ? undefined : select(wallCursor(playback, span, nowMs)),
  )
  return (span === undefined ? live : past) as T
}

/** Content of each corner; the same object until it changes. */
export function useCornerViews(alarms: readonly WallAlarm[]): Readonly<Record<WallCorner, CornerView>> {
  const state = {
    corners: useWall((one) => one.corners),
    lockCorner: useWall((one) => one.lockCorner),
    rotateS: useWall((one) => one.rotateS),
    equipmentClientIds: useWall((one) => one.equipmentClientIds),
    mode: useWall((one) => one.mode),
  }
  const text = useWallClock((nowMs) => JSON.stringify(cornerViews({ state, alarms, nowMs })))
  return useMemo(() => JSON.parse(text) as Readonly<Record<WallCorner, CornerView>>, [text])
}

/** Display names of the corners: 左上 … */
export const CORNER_NAMES: Readonly<Record<WallCorner, string>> = {
  leftTop: '左上',
  rightTop: '右上',
  leftBottom: '左下',
  rightBottom: '右下',
}

export const isWallCorner = (text: string | null): text is WallCorner =>
  text !== null && (WALL_CORNERS as readonly string[]).includes(text)
