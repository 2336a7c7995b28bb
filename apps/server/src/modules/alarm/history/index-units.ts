import { AQI_POLLUTANTS } from '@natim/domain/aqi'
import { bucketEnd, calendarDayGmt8, DAY_MS, HOUR_MS } from '@natim/domain/time'
import { type RuleInForce, subjectOf, watchedChannels } from '../../alarm-rule/index.ts'
import { cityEvaluatedBy } from '../../aqi/index.ts'
import type { DeviceEntry, Directory } from '../../live/index.ts'
import type { FreshMark, Unit } from './recheck.repository.ts'

const POLLUTANTS: ReadonlySet<string> = new Set(AQI_POLLUTANTS)

/** The places whose index includes the station's samples. */
const placesOf = ({ station }: DeviceEntry): string[] =>
  station === null ? [] : [station.id, ...[cityEvaluatedBy(station)].filter((city) => city !== undefined)]

/**
 * Units to judge again for index rules after late samples: the channel that carries the alarms of the place, from the
 * hour of the samples to the end of their day.
 */
export function indexUnits(rules: readonly RuleInForce[], directory: Directory, marks: readonly FreshMark[]): Unit[] {
  const carriers = rules
    .filter(({ body }) => subjectOf(body) === 'place')
    .flatMap(({ id, body }) =>
      watchedChannels(directory, body).map(({ channel }) => ({
        ruleId: id,
        channelNo: channel.channelNo,
        places: [channel.index?.station?.id, channel.index?.city?.id],
      })),
    )
  if (carriers.length === 0) return []
  return marks.flatMap((mark) => {
    const device = directory.deviceByChannel.get(mark.channelNo)
    const isMeant = device?.channels.some(
      ({ channelNo, metricCode }) => channelNo === mark.channelNo && POLLUTANTS.has(metricCode),
    )
    if (!device || !isMeant) return []
    const places = placesOf(device)
    return carriers
      .filter((carrier) => carrier.places.some((place) => place !== undefined && places.includes(place)))
      .map(({ ruleId, channelNo }) => ({
        ruleId,
        channelNo,
        day: calendarDayGmt8(mark.fromMs),
        fromMs: bucketEnd(mark.fromMs, HOUR_MS) - 1,
        toMs: bucketEnd(mark.toMs, DAY_MS),
      }))
  })
}
