// An OpenID Connect issuer (npm oidc-provider) whose clients are users: each gets a JWT for itself.
// node oidc_issuer.mjs PORT NAME=SECRET…
import { Provider } from "oidc-provider";

const [port, ...users] = process.argv.slice(2);
const clients = users.map((user) => {
  const [client_id, client_secret] = user.split("=");
  return { client_id, client_secret, grant_types: ["client_credentials"], redirect_uris: [], response_types: [] };
});
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => "urn:understudy",
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "agent",
        audience: "understudy",
        accessTokenFormat: "jwt",
        accessTokenTTL: 600,
      }),
    },
  },
});
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
