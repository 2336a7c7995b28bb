import { EyeOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { lookAs } from '@/lib/session/look-as.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { viewMode } from '@/lib/view-mode.ts'
import styles from './rights.module.css'
import type { Subject } from './why-panel.tsx'

interface LookButtonProps {
  readonly subject: Subject
  readonly name: string
  /** Why the account has no rights; empty = it has. */
  readonly blocked: string
}

/** Enters impersonation of the subject after a confirmation that explains it. */
export function LookButton({ subject, name, blocked }: LookButtonProps) {
  const { modal } = App.useApp()
  const mayLook = useCan('system:rights:lookAs')
  const isSelf = useSession(({ user }) => subject.kind === 'user' && user?.id === subject.id)
  // Impersonation cannot be nested.
  if (!mayLook || viewMode() !== undefined) return null
  const reason = isSelf ? '您看到的就是自己的控制台' : blocked
  const ask = () =>
    void modal.confirm({
      title: `以 ${name} 的身份查看控制台？`,
      content: '只能看，不能修改或导出，最长 30 分钟。开始与结束都会记入操作日志。',
      okText: '开始查看',
      cancelText: '取消',
      // The refusal was shown; the confirmation closes.
      onOk: () => lookAs({ ...subject }).catch(() => undefined),
    })
  return (
    <Button
      type="primary"
      className={styles.look}
      icon={<EyeOutlined />}
      disabled={reason !== ''}
      title={reason}
      onClick={ask}
    >
      以此身份查看控制台
    </Button>
  )
}
