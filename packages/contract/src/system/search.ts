import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'
import { deviceKind, deviceStatus } from '../mon/device.ts'

/** What the search finds besides the pages of the menu, which the client knows itself. */
export const SEARCH_KINDS = ['device', 'station', 'person', 'record'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Rows of one kind in an answer, at most. */
export const SEARCH_ROWS = 8

const nullableText = z.string().nullable()

/** Something with the text in its name or its code. */
export const searchHit = z.object({
  id: z.string(),
  name: z.string(),
  /** Client id, station code, account, code of a record. */
  code: z.string(),
  /** What it is among its kind: 氯气探测器, 化工园区, 角色. */
  noun: z.string(),
  /** Where it stands or belongs: a station, departments. */
  place: nullableText,
  /** Names of its regions, of what stands somewhere. */
  region: nullableText,
  /** Of devices only. */
  device: z
    .object({
      kind: deviceKind,
      status: deviceStatus,
      /** Epoch ms. */
      lastSeen: z.number().nullable(),
    })
    .nullable(),
  /** The page with the list it stands in, by the component of its menu row, and the filter that finds it there. */
  list: z.object({ component: z.string(), filter: z.record(z.string(), z.string()) }),
})
export type SearchHit = z.output<typeof searchHit>

const searchGroup = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** All that the caller may see, those beyond {@link SEARCH_ROWS} too. */
  total: z.number().int(),
  /** Best fit first. */
  rows: z.array(searchHit),
})
export type SearchGroup = z.output<typeof searchGroup>

export const searchEndpoints = defineEndpoints({
  /** Only what the caller's lists would show them; kinds they have no right to are left out. Ours. */
  find: {
    method: 'GET',
    path: '/sys/search',
    access: 'signedIn',
    query: z.object({ keyword: text(64).default('') }),
    result: z.array(searchGroup),
  },
})
