import type { NewCredential } from '@natim/contract/mon/device'
import { Alert, QRCode, Segmented } from 'antd'
import { useState } from 'react'
import { useSite } from '@/lib/site.ts'
import { TOKENS } from '@/theme/tokens.ts'
import { Copyable, CopyButton } from '@/widgets/copyable/copyable.tsx'
import { brokerOf, connectionUri, curlLine, mosquittoLine } from './connection-hint.ts'
import styles from './credential-sheet.module.css'

interface Fact {
  readonly label: string
  readonly value: string
}

type Way = 'mqtt' | 'http'

const WAYS = [
  { value: 'mqtt', label: 'MQTT' },
  { value: 'http', label: 'HTTP' },
] as const

/** A new secret, in every form a device may need. It is shown only once. */
export function CredentialSheet({ credential }: { readonly credential: NewCredential }) {
  const { mqttPort } = useSite()
  const [way, setWay] = useState<Way>('mqtt')
  const broker = brokerOf(window.location.hostname, credential.mqttPort ?? mqttPort)
  const facts: Fact[] = [
    { label: '服务器', value: broker.port === null ? broker.host : `${broker.host}:${broker.port}` },
    { label: '客户端 ID', value: credential.clientId },
    { label: '用户名', value: credential.clientId },
    { label: '密钥', value: credential.secret },
    { label: '主题', value: credential.topic },
  ]
  const line = way === 'mqtt' ? mosquittoLine(credential, broker) : curlLine(credential, window.location.origin)
  return (
    <div className={styles.sheet}>
      <Alert type="warning" showIcon title="密钥只显示这一次，请立即保存到设备或密码库" />
      <div className={styles.head}>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Copyable text={value} label={`复制${label}`} />
              </dd>
            </div>
          ))}
        </dl>
        <figure className={styles.code}>
          <QRCode
            value={connectionUri(credential, broker)}
            size={144}
            // Scanners expect dark on light, whatever the theme.
            color={TOKENS.light.neutral.text}
            bgColor={TOKENS.light.neutral.card}
          />
          <figcaption>用手机扫码取得连接参数</figcaption>
        </figure>
      </div>
      <div className={styles.try}>
        <div className={styles.tryHead}>
          <span>在终端发送一条测试数据</span>
          <Segmented size="small" aria-label="接入方式" options={[...WAYS]} value={way} onChange={setWay} />
        </div>
        <div className={styles.line}>
          <code>{line}</code>
          <CopyButton text={line} label="复制命令" />
        </div>
      </div>
    </div>
  )
}
