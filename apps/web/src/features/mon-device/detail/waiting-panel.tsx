import type { DeviceRow } from '@natim/contract/mon/device'
import { useSite } from '@/lib/site.ts'
import { Panel } from '@/ui/panel.tsx'
import { CopyButton } from '@/widgets/copyable/copyable.tsx'
import { brokerOf, mosquittoLine } from '../credential/connection-hint.ts'
import { FirstMessage } from '../credential/first-message.tsx'
import styles from './waiting-panel.module.css'

const SECRET_PLACE = '<密钥>'

/** Shown for a device that never reported: how to connect it; updates when the first message arrives. */
export function WaitingPanel({ device }: { readonly device: DeviceRow }) {
  const { mqttPort } = useSite()
  const { clientId } = device
  const line = mosquittoLine(
    {
      clientId,
      secret: SECRET_PLACE,
      mqttPort,
      topic: `dt/${clientId}/tele`,
      samplePayload: JSON.stringify({ v: 1, d: { 1: 1.23 } }),
    },
    brokerOf(window.location.hostname, mqttPort),
  )
  return (
    <Panel title="设备尚未接入" meta="把密钥换成创建时保存的那一个；已经遗失的，请更换凭证">
      <div className={styles.body}>
        <div className={styles.line}>
          <code>{line}</code>
          <CopyButton text={line} label="复制命令" />
        </div>
        <FirstMessage deviceId={device.id} />
      </div>
    </Panel>
  )
}
