import type { SearchGroup, SearchHit, SearchKind } from '@natim/contract/system/search'
import type { MenuNode } from '@natim/contract/system/session'
import { STATE_KEY } from '../../lib/list-state.ts'
import { type MenuLink, routePath } from '../menu/menu-link.ts'
import { matchesTitle, type SearchEntry } from './search-entries.ts'

/** Kinds in panel order. */
const RESULT_KINDS = ['device', 'station', 'record', 'person', 'menu'] as const
export type ResultKind = SearchKind | 'menu'

export const KIND_NAMES: Readonly<Record<ResultKind, string>> = {
  menu: '菜单',
  device: '设备',
  station: '站点',
  person: '人员',
  record: '记录',
}

/** Another target of a result. */
export interface ResultAction {
  readonly label: string
  readonly path: string
  /** Letter key, pressed with Alt. */
  readonly key: string
}

/** A result of the search panel. */
export interface Result {
  /** Unique among the results. */
  readonly key: string
  readonly kind: ResultKind
  readonly title: string
  /** Code of the result, or the parent groups of a page. */
  readonly detail: string
  readonly link: MenuLink
  readonly actions: readonly ResultAction[]
  /** The server's hit; undefined for menu pages. */
  readonly hit: SearchHit | undefined
}

export interface ResultGroup {
  readonly kind: ResultKind
  /** Total number of results, including those not shown. */
  readonly total: number
  readonly results: readonly Result[]
}

/** Page paths by component of their menu rows, including hidden ones. */
export function pagePaths(menu: readonly MenuNode[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  const visit = (nodes: readonly MenuNode[]) => {
    for (const node of nodes) {
      if (!paths.has(node.component)) paths.set(node.component, routePath(node))
      visit(node.children ?? [])
    }
  }
  visit(menu)
  return paths
}

const withState = (path: string, state: object) => `${path}?${STATE_KEY}=${encodeURIComponent(JSON.stringify(state))}`

const DEVICE_PAGE = 'mon/device/DeviceDetail'
const MAP_PAGE = 'mon/HomeMap'

/** Targets of a result, the best first; empty when the menu has no page for it. */
function actionsOf(kind: SearchKind, hit: SearchHit, paths: ReadonlyMap<string, string>): ResultAction[] {
  const actions: ResultAction[] = []
  const add = (label: string, key: string, path: string | undefined) => path && actions.push({ label, key, path })
  if (kind === 'device') {
    const page = paths.get(DEVICE_PAGE)?.replace(':id', hit.id)
    add('设备详情', 'D', page)
    add('历史曲线', 'H', page && withState(page, { tab: 'history' }))
  }
  const list = paths.get(hit.list.component)
  const isNarrowed = Object.keys(hit.list.filter).length > 0
  const label = isNarrowed ? '在列表中查看' : '打开所在页面'
  add(label, 'L', list && (isNarrowed ? withState(list, { filters: hit.list.filter }) : list))
  const map = paths.get(MAP_PAGE)
  if (kind === 'station') add('监测一张图', 'M', map && withState(map, { station: hit.id }))
  return actions
}

function toResult(kind: SearchKind, hit: SearchHit, paths: ReadonlyMap<string, string>): Result[] {
  const [first, ...rest] = actionsOf(kind, hit, paths)
  if (first === undefined) return []
  return [
    {
      key: `${kind}:${hit.list.component}:${hit.id}`,
      kind,
      title: hit.name,
      detail: hit.code,
      link: { kind: 'page', path: first.path },
      actions: [first, ...rest],
      hit,
    },
  ]
}

export const toMenuResult = ({ key, title, groups, link }: SearchEntry): Result => ({
  key: `menu:${key}`,
  kind: 'menu',
  title,
  detail: groups.join(' / '),
  link,
  actions: [],
  hit: undefined,
})

/** Pages come last, but first where one begins with the text: typing 站点 and Enter opens 站点管理. */
const placesOf = (pages: readonly Result[], text: string): readonly ResultKind[] =>
  pages.some(({ title }) => title.toLowerCase().startsWith(text.trim().toLowerCase()))
    ? ['menu', ...RESULT_KINDS.filter((kind) => kind !== 'menu')]
    : RESULT_KINDS

/** Results of a text: menu pages by title, and the server's hits. Kinds without results are left out. */
export function resultGroups(
  text: string,
  entries: readonly SearchEntry[],
  answered: readonly SearchGroup[],
  paths: ReadonlyMap<string, string>,
): ResultGroup[] {
  const pages = entries.filter(({ title }) => matchesTitle(title, text)).map(toMenuResult)
  const groups = new Map<ResultKind, ResultGroup>([['menu', { kind: 'menu', total: pages.length, results: pages }]])
  for (const { kind, total, rows } of answered) {
    const results = rows.flatMap((hit) => toResult(kind, hit, paths))
    groups.set(kind, { kind, total: total - (rows.length - results.length), results })
  }
  return placesOf(pages, text)
    .map((kind) => groups.get(kind))
    .filter((group) => group !== undefined)
    .filter(({ total }) => total > 0)
}

/** Rows of each kind when all kinds are shown. */
export const ROWS_TOGETHER = 3

/** The visible groups: a few rows of each, or all of the chosen kind. */
export const shownGroups = (groups: readonly ResultGroup[], chosen: ResultKind | undefined): readonly ResultGroup[] =>
  chosen === undefined
    ? groups.map((group) => ({ ...group, results: group.results.slice(0, ROWS_TOGETHER) }))
    : groups.filter(({ kind }) => kind === chosen)

/** Splits a text at the matches, case-insensitively: every second part is a match. */
export function markedParts(text: string, wanted: string): readonly string[] {
  const needle = wanted.trim().toLowerCase()
  if (needle === '') return [text]
  const parts: string[] = []
  // Lower case can be longer than the text (İ): positions then differ, so nothing is marked.
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return [text]
  let from = 0
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length))
    from = at + needle.length
  }
  return [...parts, text.slice(from)]
}
