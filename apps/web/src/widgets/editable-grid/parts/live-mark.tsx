import { CloudSyncOutlined, DisconnectOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { gridSocket } from '@/lib/socket/grid.ts'
import styles from '../grid.module.css'

const isConnected = () => ['open', 'awaiting-reply'].includes(gridSocket.phase())

/** Whether changes by others are received. */
export function LiveMark() {
  const isOn = useSyncExternalStore(gridSocket.onPhaseChange, isConnected)
  return (
    <span role="status" className={`t-caption ${styles.live}`} data-on={isOn || undefined}>
      {isOn ? <CloudSyncOutlined /> : <DisconnectOutlined />} {isOn ? '实时同步' : '同步已断开，重连中'}
    </span>
  )
}
