import { ConfigProvider } from 'antd'

/** Whether one of our controls is disabled: by its prop, else by the surrounding form, like antd's controls. */
export function useIsDisabled(disabled: boolean | undefined): boolean {
  const { componentDisabled } = ConfigProvider.useConfig()
  return disabled ?? componentDisabled ?? false
}
