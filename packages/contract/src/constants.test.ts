import { expect, it } from 'vitest'
import {
  BIZ_PAGE_SIZE,
  BIZ_PAGE_SIZE_OPTIONS,
  CHUNK_TIMEOUT_MS,
  CODE_MODES,
  CRON_PREVIEW,
  CUT_AFTER_CHARS,
  DATE_FORMAT,
  DETAIL_COLUMNS,
  DICT_SEARCH,
  EDITOR,
  ENHANCE_RECORDS_PER_CODE,
  GRID,
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
  POPUP_CACHE_MS,
  QUERY_MATCHES,
  QUERY_RULES,
  RELOAD_EFFECT_MS,
  REQUEST_TIMEOUT_MS,
  SESSION_STORAGE_MS,
  SETTING_KEYS,
  SEX,
  STORAGE_KEYS,
  TAG_CHARS,
  TEXT_POPUP_PX,
  UPLOAD,
  USER_MODAL_SCROLLS_BELOW_PX,
} from './constants.ts'
import { MESSAGES } from './messages.ts'

it('[CO-01] the landing path is /dashboard/analysis', () => expect(LANDING_PATH).toBe('/dashboard/analysis'))
it('[CO-02] the OAuth login is /oauth2-app/login', () => expect(OAUTH_LOGIN_PATH).toBe('/oauth2-app/login'))
it('[CO-03] a session is stored for seven days', () => expect(SESSION_STORAGE_MS).toBe(604_800_000))
it('[CO-04] a request may take 60 s', () => expect(REQUEST_TIMEOUT_MS).toBe(60_000))
it('[CO-05] grid socket: heartbeat 10 s, reply 6 s, reconnect 5 s', () =>
  expect(GRID_SOCKET_MS).toEqual({ heartbeat: 10_000, replyTimeout: 6_000, reconnect: 5_000 }))
it('[CO-06] notice socket: 20 s, 20 s, five errors', () =>
  expect([NOTICE_SOCKET_MS, NOTICE_SOCKET_ERROR_LIMIT]).toEqual([{ heartbeat: 20_000, reconnect: 20_000 }, 5]))
it('[CO-07] a chunk may take 120 s', () => expect(CHUNK_TIMEOUT_MS).toBe(120_000))
it('lists start at 20 rows, other tables at 10 (choices 10, 20, 30); the business dialog at 5', () =>
  expect([LIST_PAGE_SIZE, PAGE_SIZE, PAGE_SIZE_OPTIONS, BIZ_PAGE_SIZE, BIZ_PAGE_SIZE_OPTIONS]).toEqual([
    20,
    10,
    [10, 20, 30],
    5,
    [5, 10, 20, 30],
  ]))
it('[CO-10] dialogs have the specified widths', () =>
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
    },
    ['60%', '100%'],
  ]))
it('the layout has the specified sizes', () =>
  expect(LAYOUT_PX).toMatchObject({
    drawer: 200,
    settingDrawer: 300,
    noticePopover: 300,
    treeDropdownMax: 400,
    headerHidesAfter: 100,
  }))
it('[CO-33] storage keys match the specification, without a prefix', () =>
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
it('[CO-11] rows are 61 px, the table at most 400 px, and it scrolls from 0.3 of a row', () =>
  expect(GRID).toMatchObject({ rowHeightPx: 61, maxHeightPx: 400, scrollThresholdRows: 0.3 }))
it('[CO-12] columns share 92 %, or have the width of their type, and never less than its minimum', () =>
  expect(GRID).toMatchObject({
    sharedWidth: 0.92,
    widthPx: { datetime: 200, user: 220, department: 160, other: 120 },
    minWidthPx: { datetime: 190, user: 190, department: 190, date: 135 },
  }))
it('[CO-13] one row is added at the bottom, without scrolling there', () =>
  expect(GRID.addRow).toEqual({ rows: 1, position: 0, scrollToBottom: false }))
it('[CO-14] clicks within 300 ms, and inserts within 1500 ms, are too fast', () =>
  expect([GRID.tooFastMs, GRID.insertMs]).toEqual([300, 1500]))
it('[CO-15] texts are cut after 5, 12 and 25 characters', () =>
  expect(CUT_AFTER_CHARS).toEqual({ fileName: 5, biz: 12, text: 25 }))
it('[CO-16] a tag has two characters', () => expect(TAG_CHARS).toBe(2))
it('[CO-17] dates are YYYY-MM-DD', () => expect(DATE_FORMAT).toBe('YYYY-MM-DD'))
it('[CO-18] details are shown in one to four columns, three by default', () =>
  expect(DETAIL_COLUMNS).toEqual({ min: 1, max: 4, default: 3 }))
it('[CO-19] a grid has add, remove and clearSelection', () =>
  expect(GRID.toolbar).toEqual(['add', 'remove', 'clearSelection']))
it('[CO-20] at most sixteen enhancement records are kept per code', () => expect(ENHANCE_RECORDS_PER_CODE).toBe(16))
it('[CO-21] an advanced query combines with and or or, by ten rules', () =>
  expect([QUERY_MATCHES, QUERY_RULES]).toEqual([
    ['and', 'or'],
    ['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le'],
  ]))
it('[CO-23] editors have the specified sizes, and code has twelve modes', () => {
  expect(EDITOR).toEqual({
    richTextPx: 600,
    pictureWidth: '70%',
    markdownPx: { min: 200, default: 300 },
    tabSize: 2,
    codePx: 240,
  })
  expect(new Set(Object.values(CODE_MODES)).size).toBe(12)
})
it('[CO-24] popup data are cached for 30 s', () => expect(POPUP_CACHE_MS).toBe(30_000))
it('[CO-25] a cron editor shows ten runs after 500 ms', () =>
  expect(CRON_PREVIEW).toEqual({ runs: 10, debounceMs: 500 }))
it('[CO-26] dictionaries are searched after 300 ms in a cell and 800 ms in a widget, ten at a time', () =>
  expect(DICT_SEARCH).toEqual({ cellDebounceMs: 300, widgetDebounceMs: 800, size: 10 }))
it('[CO-27] uploads go to temp, without a limit', () => expect(UPLOAD).toEqual({ biz: 'temp', limit: 0 }))
it('[CO-28] 1 is male and 2 female', () => expect(SEX).toEqual({ male: 1, female: 2 }))
it('[CO-29] the user dialog scrolls sideways under 500 px', () => expect(USER_MODAL_SCROLLS_BELOW_PX).toBe(500))
it('text popups are 300×210 in grids and 150×200 elsewhere', () =>
  expect(TEXT_POPUP_PX).toEqual({ grid: [300, 210], default: [150, 200] }))
it('the reload arrow spins for 1400 ms', () => expect(RELOAD_EFFECT_MS).toBe(1_400))
