/** The service without a setting. In a program that a service serves, it is that service. */
export const LOCAL_SERVER = 'http://127.0.0.1:8787';
