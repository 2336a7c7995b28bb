import { calendarDayGmt8, MINUTE_MS, parseGmt8, SECOND_MS } from './time.ts'

/** The four panels around the map, in the order of keys 1 to 4 and of `lockCorner` (domain §10.3). */
export const WALL_CORNERS = ['leftTop', 'rightTop', 'leftBottom', 'rightBottom'] as const
export type WallCorner = (typeof WALL_CORNERS)[number]

/** Rotation interval, s; 0 = none. */
export const WALL_ROTATIONS = [0, 15, 30, 60] as const
export type WallRotation = (typeof WALL_ROTATIONS)[number]

/** Playback speed factor; 0 = paused. */
export const WALL_SPEEDS = [0, 1, 10, 60, 600] as const
export type WallSpeed = (typeof WALL_SPEEDS)[number]

/** Shared playback position of a screen: from `cursorMs` on at `speed` since `atMs` of the server's clock. */
export interface WallPlayback {
  readonly cursorMs: number
  readonly atMs: number
  readonly speed: WallSpeed
}

/** State shared by all browsers of a screen, kept on the server. */
export interface WallShared {
  /** Client ids. */
  readonly corners: Readonly<Record<WallCorner, string | null>>
  /** Equipment selectable on this wall, in the order used by arrows and rotation. */
  readonly equipmentClientIds: readonly string[]
  /** `YYYY-MM-DD` and `HH:mm:ss`, GMT+8: the span shown in history mode. */
  readonly selectedDate: string
  readonly startTime: string
  readonly endTime: string
  readonly mode: 'live' | 'history'
  readonly rotateS: WallRotation
  readonly lockCorner: readonly [boolean, boolean, boolean, boolean]
  /** Metric codes by client id, the charted one first. */
  readonly metricPick: Readonly<Record<string, readonly string[]>>
  readonly playback: WallPlayback
}

/** The newest value of a channel; `level` is the severity of the limit it has reached. */
export interface WallValue {
  readonly v: number
  readonly u: string
  readonly ts: number
  readonly q: number
  readonly level: number | null
}

/** State of a screen in a browser (BZ-09). */
export interface WallState extends WallShared {
  readonly screenId: string
  readonly name: string
  /** By client id and channel number within its device. */
  readonly channelValues: Readonly<Record<string, Readonly<Record<number, WallValue>>>>
}

export const DAY_START = '00:00:00'
export const DAY_END = '23:59:59'

/** Initial state of a screen. */
export const newWallShared = (nowMs: number): WallShared => ({
  corners: { leftTop: null, rightTop: null, leftBottom: null, rightBottom: null },
  equipmentClientIds: [],
  selectedDate: calendarDayGmt8(nowMs),
  startTime: DAY_START,
  endTime: DAY_END,
  mode: 'live',
  rotateS: 0,
  lockCorner: [false, false, false, false],
  metricPick: {},
  playback: { cursorMs: nowMs, atMs: nowMs, speed: 0 },
})

export interface WallSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** The selected span, (from, to]; undefined if it is empty or ends before it starts. */
export function wallSpan(state: Pick<WallShared, 'selectedDate' | 'startTime' | 'endTime'>): WallSpan | undefined {
  const fromMs = parseGmt8(`${state.selectedDate} ${state.startTime}`)
  const toMs = parseGmt8(`${state.selectedDate} ${state.endTime}`)
  return fromMs === undefined || toMs === undefined || toMs <= fromMs ? undefined : { fromMs, toMs }
}

/** Length of the span shown by live panels: the last hour. */
export const WALL_LIVE_MS = 60 * MINUTE_MS

/** Playback position at an instant of the server's clock; it stops at the end of the span. */
export function wallCursor({ cursorMs, atMs, speed }: WallPlayback, { fromMs, toMs }: WallSpan, nowMs: number): number {
  return Math.min(toMs, Math.max(fromMs, cursorMs + Math.max(0, nowMs - atMs) * speed))
}

/** How long an alarm keeps the corner it took. */
export const TAKEOVER_MS = 5 * MINUTE_MS
/** The least grave severity that takes over a corner. */
export const TAKEOVER_SEVERITY = 2
/** How long the map stays at a new alarm. */
export const FLIGHT_STAY_MS = 20 * SECOND_MS

/** Facts about an alarm used by the wall's automation. */
export interface WallAlarmFact {
  readonly id: string
  readonly clientId: string | null
  readonly severity: number
  readonly raisedMs: number
  /** Severity from each instant on, in time order. Empty: `severity` since the raise. */
  readonly levels: readonly (readonly [sinceMs: number, severity: number])[]
  /** Epoch ms; null while it is open. */
  readonly endedMs: number | null
  /** Degrees, WGS-84. */
  readonly lng: number | null
  readonly lat: number | null
}

/** West, south, east, north of the map, degrees. */
export const WALL_MAP_BOX = [73.4, 17.9, 135.2, 53.8] as const

/** Corners by distance from a place on the map, nearest first. */
export function cornersByDistance({ lng, lat }: { readonly lng: number; readonly lat: number }): readonly WallCorner[] {
  const [west, south, east, north] = WALL_MAP_BOX
  const x = (lng - west) / (east - west)
  const y = (north - lat) / (north - south)
  const distance: Readonly<Record<WallCorner, number>> = {
    leftTop: Math.hypot(x, y),
    rightTop: Math.hypot(1 - x, y),
    leftBottom: Math.hypot(x, 1 - y),
    rightBottom: Math.hypot(1 - x, 1 - y),
  }
  return WALL_CORNERS.toSorted((a, b) => distance[a] - distance[b])
}

type Levelled = Pick<WallAlarmFact, 'severity' | 'raisedMs' | 'levels'>

/** Severity of an alarm at an instant, regardless of later changes: the wall replays the past as it was shown. */
export const severityAt = ({ severity, levels }: Levelled, nowMs: number): number =>
  (levels.findLast(([sinceMs]) => sinceMs <= nowMs) ?? levels[0])?.[1] ?? severity

/** When an alarm starts to take over a corner; null = never. A warning that becomes graver does so at that change. */
export function graveSince({ severity, raisedMs, levels }: Levelled): number | null {
  if (levels.length === 0) return severity <= TAKEOVER_SEVERITY ? raisedMs : null
  return levels.find(([, level]) => level <= TAKEOVER_SEVERITY)?.[0] ?? null
}

/** Gravest open severity of each device at an instant. */
export function openSeverities(alarms: readonly WallAlarmFact[], nowMs: number): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  for (const alarm of alarms) {
    const { clientId, raisedMs, endedMs } = alarm
    if (clientId === null || raisedMs > nowMs || (endedMs !== null && endedMs <= nowMs)) continue
    const severity = severityAt(alarm, nowMs)
    levels.set(clientId, Math.min(severity, levels.get(clientId) ?? severity))
  }
  return levels
}

/** Equipment by priority: devices in alarm first, by severity, otherwise in list order. */
export function byPriority(clientIds: readonly string[], severities: ReadonlyMap<string, number>): readonly string[] {
  const rank = (clientId: string) => severities.get(clientId) ?? Number.POSITIVE_INFINITY
  return clientIds.toSorted((a, b) => {
    const [left, right] = [rank(a), rank(b)]
    return left === right ? 0 : left - right
  })
}

/** Content of a corner, with the reason if it was not chosen by a user. */
export interface CornerView {
  readonly clientId: string | null
  /** The alarm that took the corner, and until when. */
  readonly takeover: { readonly alarmId: string; readonly severity: number; readonly untilMs: number } | null
  readonly isRotated: boolean
}

export interface WallAutomaticInput {
  readonly state: Pick<WallShared, 'corners' | 'lockCorner' | 'rotateS' | 'equipmentClientIds' | 'mode'>
  readonly alarms: readonly WallAlarmFact[]
  /** Server clock; in history mode the cursor. */
  readonly nowMs: number
}

const isLocked = (lockCorner: WallShared['lockCorner'], corner: WallCorner) =>
  lockCorner[WALL_CORNERS.indexOf(corner)] === true

/**
 * Content of the corners: chosen devices, devices of the rotation, and on top those taken by alarms. A pure function of
 * state shared by all browsers, so that they agree without communicating (ADR 0051).
 */
export function cornerViews({ state, alarms, nowMs }: WallAutomaticInput): Readonly<Record<WallCorner, CornerView>> {
  const views = rotated(state, alarms, nowMs)
  const taken = new Set<WallCorner>()
  for (const alarm of takeoversAt(alarms, nowMs)) {
    const clientId = alarm.clientId as string
    const untilMs = (graveSince(alarm) ?? 0) + TAKEOVER_MS
    const takeover = { alarmId: alarm.id, severity: severityAt(alarm, nowMs), untilMs }
    const shown = WALL_CORNERS.find((corner) => views[corner].clientId === clientId)
    const free = cornersByDistance({ lng: alarm.lng as number, lat: alarm.lat as number }).filter(
      (corner) => !isLocked(state.lockCorner, corner) && !taken.has(corner),
    )
    // A device already on the wall is shown once: its corner is taken, unless it is locked.
    const corner = shown ?? free[0]
    if (corner === undefined || taken.has(corner) || isLocked(state.lockCorner, corner)) continue
    taken.add(corner)
    views[corner] = { clientId, takeover, isRotated: false }
  }
  return views
}

/** Alarms that hold a corner at an instant: one per device, gravest first, on a tie the newest. */
export function takeoversAt(alarms: readonly WallAlarmFact[], nowMs: number): readonly WallAlarmFact[] {
  const holding = alarms.flatMap((alarm) => {
    const sinceMs = graveSince(alarm)
    const isHolding = sinceMs !== null && sinceMs <= nowMs && nowMs < sinceMs + TAKEOVER_MS
    const isShown = alarm.clientId !== null && alarm.lng !== null && alarm.lat !== null
    return isHolding && isShown ? [{ alarm, sinceMs, severity: severityAt(alarm, nowMs) }] : []
  })
  const ordered = holding
    .toSorted((a, b) => a.severity - b.severity || b.sinceMs - a.sinceMs || (a.alarm.id < b.alarm.id ? -1 : 1))
    .map(({ alarm }) => alarm)
  const devices = new Set<string>()
  return ordered.filter(({ clientId }) => !devices.has(clientId as string) && devices.add(clientId as string))
}

function rotated(
  { corners, lockCorner, rotateS, equipmentClientIds, mode }: WallAutomaticInput['state'],
  alarms: readonly WallAlarmFact[],
  nowMs: number,
): Record<WallCorner, CornerView> {
  const chosen = (corner: WallCorner): CornerView => ({ clientId: corners[corner], takeover: null, isRotated: false })
  const views = {
    leftTop: chosen('leftTop'),
    rightTop: chosen('rightTop'),
    leftBottom: chosen('leftBottom'),
    rightBottom: chosen('rightBottom'),
  }
  // No rotation in history mode.
  if (rotateS === 0 || mode === 'history') return views
  const turning = WALL_CORNERS.filter((corner) => !isLocked(lockCorner, corner))
  const held = new Set(WALL_CORNERS.filter((corner) => isLocked(lockCorner, corner)).map((corner) => corners[corner]))
  const order = byPriority(equipmentClientIds, openSeverities(alarms, nowMs)).filter((clientId) => !held.has(clientId))
  if (order.length === 0) return views
  const turn = Math.floor(nowMs / (rotateS * SECOND_MS)) * turning.length
  for (const [place, corner] of turning.entries()) {
    const clientId = place < order.length ? (order[(turn + place) % order.length] ?? null) : null
    views[corner] = { clientId, takeover: null, isRotated: true }
  }
  return views
}

/** The neighbour of a device in the wall's list; for a device not in it the first or the last. */
export function nextEquipment(clientIds: readonly string[], current: string | null, step: 1 | -1): string | null {
  if (clientIds.length === 0) return null
  const at = current === null ? -1 : clientIds.indexOf(current)
  if (at < 0) return clientIds.at(step === 1 ? 0 : -1) ?? null
  return clientIds[(at + step + clientIds.length) % clientIds.length] ?? null
}

/** A value is stale after two missed reports (design §7), unless the screen sets a time. */
export const isWallStale = (
  tsMs: number,
  nowMs: number,
  { periodS, staleS }: { readonly periodS: number; readonly staleS: number | null },
): boolean => nowMs - tsMs > (staleS ?? 2 * periodS) * SECOND_MS
