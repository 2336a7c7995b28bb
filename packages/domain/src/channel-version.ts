/** Properties of a channel that hold from an instant on (domain §3.5). Ranges in the metric's storage unit. */
export interface ChannelSettings {
  readonly periodS: number
  readonly enabled: boolean
  readonly rangeLo: number | null
  readonly rangeHi: number | null
  /** Limits of the channel itself; null = those of its metric. */
  readonly limitOverride: unknown
}

export interface ChannelVersion extends ChannelSettings {
  /** Epoch ms. */
  readonly fromMs: number
}

/**
 * The version in force at an instant; the first one also covers the time before it.
 *
 * @param versions in time order
 * @returns undefined without versions: the channel was never changed
 */
export const versionAt = <T extends { readonly fromMs: number }>(versions: readonly T[], tsMs: number): T | undefined =>
  versions.findLast(({ fromMs }) => fromMs <= tsMs) ?? versions[0]

/** A channel with the settings it had at an instant. */
export function settingsAt<T extends ChannelSettings & { readonly versions: readonly ChannelVersion[] }>(
  channel: T,
  tsMs: number,
): T {
  const version = versionAt(channel.versions, tsMs)
  if (version === undefined) return channel
  const { fromMs: _since, ...settings } = version
  return { ...channel, ...settings }
}

/**
 * Where (fromMs, toMs] is divided so that the settings do not change within a part: the last instants of the earlier
 * settings, whole ms, ascending. A reading at the instant of a change has the new ones.
 */
export const changesBetween = (versions: readonly ChannelVersion[], fromMs: number, toMs: number): number[] =>
  versions.slice(1).flatMap((version) => {
    const lastMs = Math.ceil(version.fromMs) - 1
    return lastMs > fromMs && lastMs < toMs ? [lastMs] : []
  })
