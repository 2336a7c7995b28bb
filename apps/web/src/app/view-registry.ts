import type { ViewTable } from '../shell/page.ts'

const modules = import.meta.glob<{ views: ViewTable }>('../features/*/views.ts', { eager: true })

/** Component path of a menu row (`mon/station/StationList`) to its page, from every feature's `views.ts`. */
export const VIEWS: ViewTable = Object.assign({}, ...Object.values(modules).map((module) => module.views))
