import {
  AppstoreOutlined,
  BankOutlined,
  CloudOutlined,
  ClusterOutlined,
  DashboardOutlined,
  EnvironmentOutlined,
  HomeOutlined,
  MessageOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** Names a menu row may carry. A name this build does not know gets the neutral icon. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  home: <HomeOutlined />,
  environment: <EnvironmentOutlined />,
  cluster: <ClusterOutlined />,
  bank: <BankOutlined />,
  dashboard: <DashboardOutlined />,
  setting: <SettingOutlined />,
  message: <MessageOutlined />,
  cloud: <CloudOutlined />,
  user: <UserOutlined />,
}

/** SH-14: missing or `none` gives no icon. */
export function menuIcon(name: string | undefined): ReactNode {
  if (!name || name === 'none') return undefined
  return ICONS[name] ?? <AppstoreOutlined />
}
