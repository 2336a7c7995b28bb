import { ConfigProvider } from 'antd'

/** Whether a control of ours is disabled: by itself, else by the form it stands in, as those of antd are. */
export function useIsDisabled(disabled: boolean | undefined): boolean {
  const { componentDisabled } = ConfigProvider.useConfig()
  return disabled ?? componentDisabled ?? false
}
