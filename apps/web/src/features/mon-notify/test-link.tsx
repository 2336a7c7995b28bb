import { notifyEndpoints } from '@natim/contract/mon/notify'
import { NOTIFY_CHANNELS, type NotifyPolicyRow } from '@natim/contract/mon/notify.resource'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import styles from './notify.module.css'

/** 测试: sends a test message to oneself and shows the outcome of each channel. */
export function TestLink({ row }: { readonly row: NotifyPolicyRow }) {
  const { modal } = App.useApp()
  const [isBusy, setIsBusy] = useState(false)
  const may = R.useMay(notifyEndpoints.test)
  if (!may) return null
  const send = async () => {
    setIsBusy(true)
    try {
      const results = await call(notifyEndpoints.test, { body: { id: row.id } })
      modal.info({
        title: `「${row.name}」测试结果`,
        okText: '知道了',
        content: (
          <ul className={styles.results}>
            {results.map(({ channel, error }) => (
              <li key={channel}>
                {NOTIFY_CHANNELS[channel]}：{error === null ? '已发送' : `失败，${error}`}
              </li>
            ))}
          </ul>
        ),
      })
    } catch {
      // Reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <R.TextLink label={`测试 ${row.name}`} onClick={() => void (isBusy ? undefined : send())}>
      测试
    </R.TextLink>
  )
}
