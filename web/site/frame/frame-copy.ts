import { brand } from '#contract/brand.ts';

// The copy around every page: header, account menu and footer.

export const skipToContent = 'Skip to content';

export const mainLinks = 'Main';
export const menu = 'Menu';
export const about = 'About';
export const pricing = 'Pricing';
export const faq = 'FAQ';
export const contact = 'Contact';

export const logIn = 'Log In';
export const signUp = 'Sign Up';
export const seePlans = 'See Plans';
export const getTheProduct = `Get ${brand.name}`;
export const myAccount = 'My Account';
export const dashboard = 'Dashboard';
export const logout = 'Logout';
export const logoutFailed = 'Logout Failed';
export const logoutFailedText = 'We couldn’t log you out. Check your connection and try again.';

export const company = 'Company';
export const resources = 'Resources';
export const legal = 'Legal';
export const terms = 'Terms of Service';
export const privacy = 'Privacy Policy';
