import { Button } from 'antd'
import { useId } from 'react'
import { setNoticePreference, useNoticePreferences } from '../../../lib/notice-preferences.ts'
import { speak } from '../../../lib/speech.ts'
import { SwitchRow } from './choice-rows.tsx'
import { SettingRow, SettingSection } from './setting-section.tsx'

const SAMPLE = '这是一条通知的朗读效果'

/** How arriving notices behave on this machine (D-20, SH-66). */
export function NoticeSection() {
  const { isSpoken, isCarded } = useNoticePreferences()
  const sampleId = useId()
  return (
    <SettingSection id="account-notice">
      <SwitchRow
        label="弹出提示"
        note="新通知到达时在右上角显示 4 秒"
        value={isCarded}
        onChange={(value) => setNoticePreference({ isCarded: value })}
      />
      <SwitchRow
        label="朗读新通知"
        note="收到通知时读出摘要"
        value={isSpoken}
        onChange={(value) => setNoticePreference({ isSpoken: value })}
      />
      <SettingRow labelId={sampleId} label="试听" note="没有声音时请检查系统音量与浏览器权限">
        <Button onClick={() => void speak(SAMPLE)}>播放</Button>
      </SettingRow>
    </SettingSection>
  )
}
