import type { SatPass, SatTask } from '@natim/contract/mon/sat'
import { PASS_FAULTS, SAT_LETTERS, type SatState } from '@natim/domain/sat-task'
import { formatGmt8 } from '@natim/domain/time'
import type { TagTone } from '@/ui/tag.tsx'

export const SAT = {
  tasks: '/mon/sat/task',
  task: (id: string) => `/mon/sat/task/${id}`,
  edit: (id: string) => `/mon/sat/edit/${id}`,
  products: '/mon/sat/product',
} as const

/** Later plans continue with the letters after C. */
export const letterOf = (rank: number): string => SAT_LETTERS[rank - 1] ?? String.fromCodePoint(64 + rank)

export const STATE_TONES: Readonly<Record<SatState, TagTone>> = {
  draft: 'neutral',
  submitted: 'info',
  approved: 'info',
  planned: 'info',
  acquiring: 'info',
  downlinked: 'info',
  processing: 'info',
  delivered: 'success',
  closed: 'neutral',
  rejected: 'error',
  failed: 'error',
  replanned: 'warning',
  cancelled: 'neutral',
  expired: 'warning',
}

/** 11-21 11:26 */
export const minuteText = (ms: number): string => formatGmt8(ms).slice(5, 16)
/** 11-21 11:26:40 */
export const secondText = (ms: number): string => formatGmt8(ms).slice(5)

export const windowText = ({ fromMs, toMs }: Pick<SatTask, 'fromMs' | 'toMs'>): string =>
  `${minuteText(fromMs)} – ${minuteText(toMs)}`

export function revisitText({ revisit }: Pick<SatTask, 'revisit'>): string {
  if (revisit.mode === 'once') return '单次'
  const every = revisit.mode === 'daily' ? '每天' : `每 ${revisit.n} 天`
  return `${every}，共 ${revisit.count} 次`
}

/** −00:44:22; a past time has a text of its own. */
export function countdownText(toMs: number, nowMs: number): string {
  const s = Math.floor((toMs - nowMs) / 1_000)
  if (s <= 0) return '已过'
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(s / 3_600)
  return `${hours < 100 ? two(hours) : hours}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

/** 全覆盖 / 覆盖 84%，夜间: quality of a pass in words. */
export function passWords({ coveragePct, sunElev, fault }: SatPass): string {
  if (fault !== null) return PASS_FAULTS[fault]
  const cover = coveragePct >= 99.5 ? '全覆盖' : `覆盖 ${Math.round(coveragePct)}%`
  return sunElev < 0 ? `${cover}，夜间` : cover
}

export const dayOrNight = (sunElev: number): string => (sunElev >= 0 ? '昼' : '夜')

export const passKey = ({ satelliteId, peakMs }: Pick<SatPass, 'satelliteId' | 'peakMs'>): string =>
  `${satelliteId}@${Math.round(peakMs / 10_000)}`

export const sizeOf = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1_024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
