import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { deviceEndpoints } from '@natim/contract/mon/device'
import type { LivePoint } from '@natim/contract/socket/live'
import { formatValue } from '@natim/domain/format'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLiveTopic } from '@/lib/socket/live.ts'
import { Age } from '@/ui/age.tsx'
import styles from './first-message.module.css'

/** The first sign of life of a device after mounting: a point or a status change. */
function useFirstSign(deviceId: string) {
  const { data } = useEndpoint(deviceEndpoints.overview, { params: { id: deviceId } })
  const channels = data?.channels ?? []
  const [point, setPoint] = useState<LivePoint>()
  const [hasState, setHasState] = useState(false)
  const keys = channels.map(({ channelNo }) => channelNo)
  useLiveTopic(keys.length > 0 ? { topic: 'ch', keys, maxHz: 1 } : undefined, (message) => {
    if (message.t === 'ch' || message.t === 'snap') setPoint((held) => held ?? message.d[0])
  })
  useLiveTopic({ topic: 'dev', ids: [deviceId] }, (message) => {
    if (message.t === 'dev' && message.d.some(({ id, st }) => id === deviceId && st !== 'inactive')) setHasState(true)
  })
  return {
    point,
    channel: channels.find(({ channelNo }) => channelNo === point?.[0]),
    isAlive: hasState || Boolean(point),
  }
}

/** 等待首条消息 until the device reports; then its message. */
export function FirstMessage({ deviceId }: { readonly deviceId: string }) {
  const { point, channel, isAlive } = useFirstSign(deviceId)
  return (
    <div role="status" className={styles.box} data-alive={isAlive || undefined}>
      {isAlive ? <CheckCircleFilled className={styles.done} aria-hidden /> : <LoadingOutlined aria-hidden />}
      <div>
        <p className={styles.title}>{isAlive ? '已收到首条消息' : '等待首条消息'}</p>
        <p className={styles.detail}>
          {point && channel ? (
            <>
              {channel.name} {formatValue(point[2], channel.unit, channel.precision)} · <Age tsMs={point[1]} />
            </>
          ) : isAlive ? (
            '设备已连接'
          ) : (
            '设备用上面的凭证连接并上报后，这里会立即显示'
          )}
        </p>
      </div>
    </div>
  )
}
