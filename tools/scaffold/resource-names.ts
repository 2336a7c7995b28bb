import { Trouble } from '../lib/checkout.mjs'

const AREAS = { system: { path: 'sys', menu: 'isystem' }, mon: { path: 'mon', menu: 'mon' } } as const
export type Area = keyof typeof AREAS

/** All names of a resource, by convention. */
export interface ResourceNames {
  readonly area: Area
  /** `shift-site`: files, folders, the manual. */
  readonly kebab: string
  /** `shiftSite`: the description. */
  readonly camel: string
  /** `SHIFT_SITE`: the server's definition. */
  readonly upper: string
  /** `shift_site`: error codes. */
  readonly snake: string
  /** `sys_shift_site`, in SQL. */
  readonly table: string
  /** `sysShiftSite`, in queries. */
  readonly tableCamel: string
  /** `/sys/shiftSite` */
  readonly base: string
  /** `system:shiftSite` */
  readonly code: string
  /** `system/ShiftSiteList` */
  readonly view: string
  /** `/isystem/shiftSite` */
  readonly url: string
  /** 值班地点 */
  readonly label: string
}

/** @throws {Trouble} if the name is not kebab-case, or the area does not exist */
export function namesOf(kebab: string, label: string, area: string): ResourceNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab)) throw new Trouble(`"${kebab}" is not kebab-case`)
  if (!isArea(area)) throw new Trouble(`No area "${area}" among ${Object.keys(AREAS).join(', ')}`)
  const { path, menu } = AREAS[area]
  const pascal = kebab.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const snake = kebab.replaceAll('-', '_')
  return {
    area,
    kebab,
    camel,
    upper: snake.toUpperCase(),
    snake,
    table: `${path}_${snake}`,
    tableCamel: `${path}${pascal}`,
    base: `/${path}/${camel}`,
    code: `${area}:${camel}`,
    view: `${area}/${pascal}List`,
    url: `/${menu}/${camel}`,
    label,
  }
}

const isArea = (word: string): word is Area => Object.hasOwn(AREAS, word)
