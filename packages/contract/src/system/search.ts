import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { text } from '../fields.ts'
import { deviceKind, deviceStatus } from '../mon/device.ts'

/** Kinds found by the search, in addition to menu pages, which the client knows itself. */
export const SEARCH_KINDS = ['device', 'station', 'person', 'record'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Maximum rows per kind in a response. */
export const SEARCH_ROWS = 8

const nullableText = z.string().nullable()

/** An item whose name or code contains the text. */
export const searchHit = z.object({
  id: z.string(),
  name: z.string(),
  /** Client id, station code, account, or code of a record. */
  code: z.string(),
  /** Its type within the kind: 氯气探测器, 化工园区, 角色. */
  noun: z.string(),
  /** Its location or affiliation: a station, departments. */
  place: nullableText,
  /** Region names, for items with a location. */
  region: nullableText,
  /** Devices only. */
  device: z
    .object({
      kind: deviceKind,
      status: deviceStatus,
      /** Epoch ms. */
      lastSeen: z.number().nullable(),
    })
    .nullable(),
  /** Page with its list, by the component of its menu row, and the filter that finds it there. */
  list: z.object({ component: z.string(), filter: z.record(z.string(), z.string()) }),
})
export type SearchHit = z.output<typeof searchHit>

const searchGroup = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** All matches visible to the caller, including those beyond {@link SEARCH_ROWS}. */
  total: z.number().int(),
  /** Best match first. */
  rows: z.array(searchHit),
})
export type SearchGroup = z.output<typeof searchGroup>

export const searchEndpoints = defineEndpoints({
  /**
   * Only items visible in the caller's lists; kinds without permission are omitted. Not part of the compatibility
   * contract.
   */
  find: {
    method: 'GET',
    path: '/sys/search',
    access: 'signedIn',
    query: z.object({ keyword: text(64).default('') }),
    result: z.array(searchGroup),
  },
})
