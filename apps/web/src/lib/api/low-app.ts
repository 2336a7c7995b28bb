/** A route as the low-code module names it (contract/00 §4). */
export interface NamedRoute {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

let appId: string | undefined
let filter: Readonly<Record<string, unknown>> | undefined

const isFilter = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets the current route; a low-code route has a name `low-app…` and the parameter `appId`. */
export function enterRoute(route: NamedRoute | undefined): void {
  const isLowApp = route !== undefined && route.name.startsWith('low-app') && typeof route.params['appId'] === 'string'
  appId = isLowApp ? String(route.params['appId']) : undefined
  filter = isLowApp && isFilter(route.params['lowAppFilter']) ? route.params['lowAppFilter'] : undefined
}

export const lowAppId = (): string | undefined => appId

/** Takes the filter of the route for one call, as a parameter and merged (D-46); then clears it. */
export function takeLowAppQuery(): Record<string, string> {
  const given = filter
  filter = undefined
  if (given === undefined) return {}
  const merged = Object.entries(given).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { ...Object.fromEntries(merged), lowAppFilter: JSON.stringify(given) }
}
