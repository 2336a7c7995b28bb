import type { ListQuery } from '@natim/contract/fields'
import { maskInstantMs, maskSubjectCode } from '@natim/domain/subject'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

/**
 * Tables linked to persons, with the codes and instants that are masked for readers without mon:health:view. The
 * persons test (testing/persons.test.ts) checks every call against it; new tables about persons must be added here (ADR
 * 0056).
 */
export const PERSON_LINKED = [
  { table: 'mon_subject', codes: ['subject_code'], instants: ['create_time'] },
  {
    table: 'mon_breath_test',
    codes: [],
    instants: ['create_time', 'sample_ts', 'analyse_ts', 'result_ts', 'confirm_ts'],
  },
  { table: 'mon_breath_step', codes: [], instants: ['at'] },
  { table: 'mon_wearable_binding', codes: [], instants: ['bound_from', 'bound_to', 'create_time', 'update_time'] },
  { table: 'mon_vital_window', codes: [], instants: ['ts'] },
  { table: 'mon_vital_entry', codes: [], instants: ['ts', 'made_at'] },
  { table: 'mon_breath_verdict', codes: [], instants: ['at'] },
  // Their sight depends on mon:wx:original (modules/wx-image).
  {
    table: 'mon_wx_image',
    codes: ['openid_hash', 'text', 'lng', 'lat', 'exif_lng', 'exif_lat', 'wx_lng', 'wx_lat'],
    instants: ['received_at', 'taken_at', 'shot_at', 'covered_at', 'look_at', 'create_time', 'update_time'],
  },
  { table: 'mon_wx_message', codes: ['openid_hash', 'text', 'lng', 'lat'], instants: ['received_at'] },
] as const satisfies readonly {
  readonly table: string
  readonly codes: readonly string[]
  readonly instants: readonly string[]
}[]

/**
 * Device events about persons: events of these types contain codes and occur when a person is measured. Also valid as a
 * POSIX pattern.
 */
export const PERSON_EVENTS = '^(breath|vital)[.]'
const personEvent = new RegExp(PERSON_EVENTS)
export const isPersonEvent = (type: string): boolean => personEvent.test(type)
/**
 * Event of a risen score (ADR 0055). It is hidden like the others where events are shown, but is the only one that
 * raises an alarm: the person needs attention.
 */
export const SCORE_EVENT = 'vital.news2'
/** Blob types of a person's sample. */
export const PERSON_BLOBS: readonly string[] = ['chromatogram']

/** How persons appear in a response. All data of persons must pass through one of these. */
export interface Sight {
  readonly isOpen: boolean
  code(code: string): string
  ms(instant: Date): number
  msOrNull(instant: Date | null): number | null
}

const MASKED: Sight = {
  isOpen: false,
  code: maskSubjectCode,
  ms: (instant) => maskInstantMs(instant.getTime()),
  msOrNull: (instant) => instant && maskInstantMs(instant.getTime()),
}

const OPEN: Sight = {
  isOpen: true,
  code: (code) => code,
  ms: (instant) => instant.getTime(),
  msOrNull: (instant) => instant && instant.getTime(),
}

/**
 * Masked unless the caller requests open data and has the permission. The caller of this function must log open reads
 * (`noteAccess`).
 */
export function sightOf(user: Pick<SessionUser, 'permissions'>, wantsOpen: boolean | undefined): Sight {
  if (!wantsOpen) return MASKED
  if (!user.permissions.has('mon:health:view')) throw new AppError('health.open_refused')
  return OPEN
}

/**
 * Refuses to filter or sort a list by fields hidden from its reader, as an order or a match would reveal the value.
 * Ignoring such fields, as lists do with unknown ones, would silently return a wrong result.
 *
 * @param closed fields of an open list that a masked one lacks, with their captions
 */
export function refuseClosedFields(query: ListQuery, closed: Readonly<Record<string, string>>): void {
  const asked = [
    ...Object.keys(query).map((key) => key.replace(/_(begin|end)$/, '')),
    ...String(query.column ?? '').split(','),
  ]
  const advanced = String(query['superQueryParams'] ?? '')
  for (const [field, caption] of Object.entries(closed)) {
    if (asked.includes(field) || decoded(advanced).includes(`"${field}"`))
      throw new AppError('health.field_closed', { data: { field: caption } })
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The list fields available to the reader. */
export const fieldsFor = (sight: Sight, masked: ListFields, open: ListFields): ListFields =>
  sight.isOpen ? { ...masked, ...open } : masked
