import { LockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { EmptyState } from './empty-state.tsx'

export interface NoPermissionProps {
  /** Name of the missing right: `核生化数据查看`. */
  readonly right: string
  /** Its code, for the administrator who grants it: `mon:nbc:view`. */
  readonly code: string
  readonly onRequest?: () => void
}

/** A whole block the user may not see: names the missing right (design §7). Single buttons are omitted instead. */
export function NoPermission({ right, code, onRequest }: NoPermissionProps) {
  return (
    <EmptyState
      icon={<LockOutlined />}
      title="没有查看权限"
      hint={`需要 ${right}（${code}）`}
      action={onRequest && <Button onClick={onRequest}>申请权限</Button>}
    />
  )
}
