import { KeyOutlined } from '@ant-design/icons'
import { type ImportJob, initialPasswordEndpoints } from '@natim/contract/system/import'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import styles from './sys-user.module.css'

/** The sheet of first passwords of the people an import added. The server makes it once; nobody can ask for it again. */
export function FirstPasswords({ job }: { readonly job: ImportJob }) {
  const [state, setState] = useState<'open' | 'busy' | 'taken'>('open')
  if (job.summary.new === 0) return null
  const take = () => {
    setState('busy')
    downloadFile(initialPasswordEndpoints.take.path, { body: { id: job.id } }).then(
      () => setState('taken'),
      // The client showed why.
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
      <Button icon={<KeyOutlined aria-hidden />} loading={state === 'busy'} disabled={state === 'taken'} onClick={take}>
        下载初始密码
      </Button>
    </>
  )
}
