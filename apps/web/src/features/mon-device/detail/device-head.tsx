import { EditOutlined, KeyOutlined } from '@ant-design/icons'
import { LANDING_PATH } from '@natim/contract/constants'
import { type DeviceOverview, deviceEndpoints } from '@natim/contract/mon/device'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useLandingPath } from '@/lib/permissions/landing.ts'
import { useIsMobile } from '@/lib/use-media.ts'
import { HistoryButton, useMay } from '@/resource/index.ts'
import { Age } from '@/ui/age.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Copyable } from '@/widgets/copyable/copyable.tsx'
import { device as resource } from '../device-resource.tsx'
import { useLastSeen, useStatus } from '../live-devices.ts'
import { FLAPPING_TEXT, hasWrongClock } from './device-facts.ts'
import styles from './device-head.module.css'

export interface DeviceHeadProps {
  readonly overview: DeviceOverview
  readonly onEdit: () => void
  /** Called after the device was restored to a version. */
  readonly onChanged: () => void
  readonly onRotate: () => void
}

/** Breadcrumb, identity and status of the device, and its actions (design §6, detail). */
export function DeviceHead({ overview, onEdit, onChanged, onRotate }: DeviceHeadProps) {
  const { device } = overview
  const status = useStatus(device)
  const isMobile = useIsMobile()
  const landing = useLandingPath()
  const mayEdit = useMay(deviceEndpoints.update)
  const mayRotate = useMay(deviceEndpoints.rotateSecret)
  return (
    <header className={styles.head}>
      {!isMobile && (
        <nav aria-label="位置">
          <ol className={styles.trail}>
            {landing === LANDING_PATH && (
              <li>
                <Link to={LANDING_PATH}>首页</Link>
              </li>
            )}
            <li>设备管理</li>
            <li>
              <Link to="/mon/device/list">设备列表</Link>
            </li>
            <li aria-current="page">设备详情</li>
          </ol>
        </nav>
      )}
      <div className={styles.line}>
        <span className={styles.icon}>
          <KindIcon kind={device.kind} size={24} />
        </span>
        <div className={styles.names}>
          <div className={styles.titleLine}>
            <h1 className="t-detail">{device.name}</h1>
            <StatusLamp status={status} hasLabel />
            {device.flapping && <Tag tone="warning">抖动</Tag>}
            {hasWrongClock(device) && <Tag tone="warning">时钟异常</Tag>}
            {device.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </div>
          {device.flapping && status === 'offline' && <p className="t-caption">{FLAPPING_TEXT}</p>}
          <Facts overview={overview} />
        </div>
        <div className={styles.actions}>
          <HistoryButton resource={resource} row={device} onRestored={onChanged} />
          {mayRotate && (
            <Button icon={<KeyOutlined aria-hidden />} onClick={onRotate}>
              更换凭证
            </Button>
          )}
          {mayEdit && (
            <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              编辑
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}

function Facts({ overview }: { readonly overview: DeviceOverview }) {
  const { device, stationName, departName } = overview
  const lastSeen = useLastSeen({ ...device, channels: overview.channels })
  return (
    <ul className={styles.facts}>
      <li>
        <Copyable text={device.clientId} label="复制客户端 ID" />
      </li>
      <li>{device.modelId_dictText}</li>
      <li>{stationName ?? '未分配站点'}</li>
      {departName && <li>{departName}</li>}
      <li>
        {lastSeen === null ? (
          '从未上报'
        ) : (
          <>
            最后上报 <Age tsMs={lastSeen} />
          </>
        )}
      </li>
    </ul>
  )
}
