import type { ChannelChoice } from '@natim/contract/mon/timeseries'
import { Checkbox } from 'antd'
import { metricLabel } from '@/ui/metric-label.ts'
import type { ChannelChoosing } from './channel-choosing.ts'
import styles from './channels.module.css'

export const choiceLabel = ({ name }: Pick<ChannelChoice, 'name'>) => metricLabel({ formula: null, name })

/** Place of a channel: device, preceded by the station unless the device name contains it. */
export const placeText = ({ deviceName, stationName }: Pick<ChannelChoice, 'deviceName' | 'stationName'>) =>
  stationName === '' || deviceName.includes(stationName) ? deviceName : `${stationName} · ${deviceName}`

/** Channels grouped by device. */
export function ChannelRows(props: ChannelChoosing & { readonly choices: readonly ChannelChoice[] }) {
  const { choices, chosen, isFull, onToggle } = props
  return (
    <ul className={styles.rows}>
      {choices.map((choice, index) => {
        const isChosen = chosen.includes(choice.channelNo)
        const isFirst = choices[index - 1]?.deviceId !== choice.deviceId
        return (
          <li key={choice.channelNo}>
            {isFirst && <p className={`ellipsis ${styles.device}`}>{placeText(choice)}</p>}
            <Checkbox
              className={styles.row}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() => onToggle(choice)}
            >
              <span className={styles.rowText}>
                <span className="ellipsis" title={choice.name}>
                  {choiceLabel(choice)}
                </span>
                <span className={styles.unit}>{choice.unit}</span>
              </span>
            </Checkbox>
          </li>
        )
      })}
    </ul>
  )
}
