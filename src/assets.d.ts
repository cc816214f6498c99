/** Templates and delivered scripts are inlined as text by the bundler and the test runner. */
declare module "*.hbs" {
  const text: string;
  export default text;
}
declare module "*.ps1" {
  const text: string;
  export default text;
}
