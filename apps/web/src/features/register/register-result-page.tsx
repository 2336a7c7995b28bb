import { LOGIN_PATH } from '@natim/contract/constants'
import { Button, Result } from 'antd'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router'
import { REGISTER_PATH } from '@/lib/paths.ts'
import { PublicCard, PublicFrame } from '@/widgets/public-frame/public-frame.tsx'

/** Confirms the new account and links to the sign-in with its name prefilled. Without an account it shows nothing. */
export default function RegisterResultPage() {
  const navigate = useNavigate()
  const { state }: Location<{ readonly username?: string } | null> = useLocation()
  const username = state?.username
  if (username === undefined) return <Navigate to={REGISTER_PATH} replace />
  return (
    <PublicFrame title="注册成功">
      <PublicCard title="注册账号">
        <Result
          status="success"
          title="注册成功"
          subTitle={`你的账号：${username}`}
          style={{ padding: '8px 0 16px' }}
          extra={
            <Button type="primary" onClick={() => navigate(LOGIN_PATH, { state: { username } })}>
              去登录
            </Button>
          }
        />
      </PublicCard>
    </PublicFrame>
  )
}
