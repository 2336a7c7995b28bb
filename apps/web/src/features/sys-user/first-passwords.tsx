import { KeyOutlined } from '@ant-design/icons'
import { type ImportJob, initialPasswordEndpoints } from '@natim/contract/system/import'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import styles from './sys-user.module.css'

export interface FirstPasswordsProps {
  readonly job: ImportJob
  /** Reports what would be lost by closing the import now. */
  readonly hold: (loss: string | undefined) => void
}

/** Sheet of initial passwords of the imported users. The server creates it once; it cannot be requested again. */
export function FirstPasswords({ job, hold }: FirstPasswordsProps) {
  const [state, setState] = useState<'open' | 'busy' | 'taken'>('open')
  const hasNone = job.summary.new === 0
  const isLeft = !hasNone && state !== 'taken'
  useEffect(() => {
    hold(isLeft ? '初始密码还没有下载，关闭后不能再下载，新用户只能用手机找回密码。仍要关闭吗？' : undefined)
  }, [hold, isLeft])
  if (hasNone) return null
  const take = () => {
    setState('busy')
    downloadFile(initialPasswordEndpoints.take.path, { body: { id: job.id } }).then(
      () => setState('taken'),
      // The client showed the reason.
      () => setState('open'),
    )
  }
  return (
    <>
      <Alert
        className={styles.once ?? ''}
        type={state === 'taken' ? 'success' : 'warning'}
        showIcon
        title={
          state === 'taken'
            ? '初始密码表已下载，请分别告知本人并妥善保管'
            : '新用户还没有密码。初始密码只能在此下载一次：72 小时内有效，只能登录一次，登录后须修改'
        }
      />
      <Button
        type={state === 'taken' ? 'default' : 'primary'}
        icon={<KeyOutlined aria-hidden />}
        loading={state === 'busy'}
        disabled={state === 'taken'}
        onClick={take}
      >
        下载初始密码
      </Button>
    </>
  )
}
