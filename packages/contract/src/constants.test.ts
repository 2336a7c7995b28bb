import { expect, it } from 'vitest'
import {
  CHUNK_TIMEOUT_MS,
  GRID_SOCKET_MS,
  LANDING_PATH,
  LAYOUT_PX,
  LIST_PAGE_SIZE,
  MODAL_PX,
  NOTICE_MODAL_WIDTH,
  NOTICE_SOCKET_ERROR_LIMIT,
  NOTICE_SOCKET_MS,
  OAUTH_LOGIN_PATH,
  PAGE_SIZE,
  PAGE_SIZE_OPTIONS,
  REQUEST_TIMEOUT_MS,
  SESSION_STORAGE_MS,
  SETTING_KEYS,
  STORAGE_KEYS,
} from './constants.ts'
import { MESSAGES } from './messages.ts'

it('[CO-01] the landing path is /dashboard/analysis', () => expect(LANDING_PATH).toBe('/dashboard/analysis'))
it('[CO-02] the OAuth login is /oauth2-app/login', () => expect(OAUTH_LOGIN_PATH).toBe('/oauth2-app/login'))
it('[CO-03] a session is stored for seven days', () => expect(SESSION_STORAGE_MS).toBe(604_800_000))
it('[CO-04] a request may take 60 s', () => expect(REQUEST_TIMEOUT_MS).toBe(60_000))
it('[CO-05] grid socket: heartbeat 10 s, reply 6 s, reconnect 5 s', () =>
  expect(GRID_SOCKET_MS).toEqual({ heartbeat: 10_000, replyTimeout: 6_000, reconnect: 5_000 }))
it('[CO-06] notice socket: 20 s, 20 s, five errors, a poll of 6 s that is only defined', () =>
  expect([NOTICE_SOCKET_MS, NOTICE_SOCKET_ERROR_LIMIT]).toEqual([
    { heartbeat: 20_000, reconnect: 20_000, poll: 6_000 },
    5,
  ]))
it('[CO-07] a chunk may take 120 s', () => expect(CHUNK_TIMEOUT_MS).toBe(120_000))
it('lists start at 20 rows, other tables at 10, of 10, 20 or 30', () =>
  expect([LIST_PAGE_SIZE, PAGE_SIZE, PAGE_SIZE_OPTIONS]).toEqual([20, 10, [10, 20, 30]]))
it('dialogs have the widths of the specification', () =>
  expect([MODAL_PX, NOTICE_MODAL_WIDTH]).toEqual([
    {
      userSelector: 1200,
      userPicker: 1250,
      popup: 1200,
      biz: 900,
      departPicker: 500,
      details: 1200,
      advancedQuery: 1000,
      import: 600,
      uploadPopup: 520,
      password: 800,
      depart: 450,
      cron: 800,
      cronEditor: 608,
    },
    ['60%', '100%'],
  ]))
it('[CO-32] mobile is below 1088 and below 768', () =>
  expect([LAYOUT_PX.desktopFrom, LAYOUT_PX.phoneBelow]).toEqual([1088, 768]))
it('the layout has the measures of the specification', () =>
  expect(LAYOUT_PX).toMatchObject({
    sider: 208,
    siderCollapsed: 80,
    drawer: 200,
    settingDrawer: 300,
    logo: 165,
    headerRight: 400,
    noticePopover: 300,
    treeDropdownMax: 400,
    headerHidesAfter: 100,
  }))
it('[CO-33] storage keys are those of the specification, without a prefix', () =>
  expect([...Object.values(STORAGE_KEYS), ...Object.values(SETTING_KEYS)]).toEqual([
    'Access-Token',
    'TENANT_ID',
    'Login_Username',
    'Login_Userinfo',
    'LOGIN_USER_BUTTON_AUTH',
    'SYS_BUTTON_AUTH',
    'UI_CACHE_DB_DICT_DATA',
    'SIDEBAR_TYPE',
    'DEFAULT_THEME',
    'DEFAULT_LAYOUT_MODE',
    'DEFAULT_COLOR',
    'DEFAULT_COLOR_WEAK',
    'DEFAULT_FIXED_HEADER',
    'DEFAULT_FIXED_SIDEMENU',
    'DEFAULT_FIXED_HEADER_HIDDEN',
    'DEFAULT_CONTENT_WIDTH_TYPE',
    'DEFAULT_MULTI_PAGE',
  ]))
it('cards are titled 系统提示', () => expect(MESSAGES.title).toBe('系统提示'))
