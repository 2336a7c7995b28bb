/** Pages that are linked by name; the menu has them under the same addresses (spec §2). */
export const MY_NOTICES_PATH = '/isps/userAnnouncement'
export const ACCOUNT_CENTRE_PATH = '/account/center'
export const ACCOUNT_SETTINGS_PATH = '/account/settings/base'
