import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads, verifies and instantiates every class of the given jars; prints one line a class: jar, class, what its static methods answer or why it does not load. */
public class LoadJars {
    public static void main(String[] jars) throws Exception {
        for (String path : jars) {
            try (JarFile jar = new JarFile(path); URLClassLoader loader = new URLClassLoader(new URL[] {new File(path).toURI().toURL()})) {
                String version = jar.getManifest().getMainAttributes().getValue("Implementation-Version");
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (!entry.getName().endsWith(".class")) continue;
                    String name = entry.getName().replace('/', '.').replaceAll("\\.class$", "");
                    System.out.println(new File(path).getName() + "\t" + version + "\t" + name + "\t" + outcome(loader, name));
                }
            }
        }
    }

    static String outcome(ClassLoader loader, String name) throws Exception {
        Class<?> loaded;
        try {
            loaded = Class.forName(name, true, loader);
        } catch (UnsupportedClassVersionError e) {
            return "needs a newer Java";
        }
        if (loaded.isInterface()) return "interface";
        loaded.getDeclaredConstructor().newInstance();
        for (String method : new String[] {"release", "version"}) {
            try {
                return (String) loaded.getMethod(method).invoke(null);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return "no answer";
    }
}
